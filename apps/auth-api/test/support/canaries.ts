import { randomBytes } from 'node:crypto';

const mark = 'canaryfrommymine';

/** Values that must turn up nowhere, each known by what it is. */
export class Canaries {
  readonly #planted = new Map<string, { readonly what: string; readonly writings: readonly string[] }>();
  readonly #markings = writingsOf(mark);

  /** Makes a value that stands for something and stands out: letters only, so that it passes for a name. */
  make(what: string): string {
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    return this.plant(what, `${mark}${letters}`);
  }

  /** Watches out for a value that somebody else made. */
  plant(what: string, value: string | null | undefined): string {
    if (!value || value.length < 8) throw new Error(`There is no ${what} to plant.`);
    this.#planted.set(value, { what, writings: writingsOf(value) });
    return value;
  }

  get count(): number {
    return this.#planted.size;
  }

  /** What of it a text holds, as it is or in another writing. */
  findIn(text: string): string[] {
    const lower = text.toLowerCase();
    const holds = (writing: string) => lower.includes(writing);
    // Most begin with the mark. Where that is nowhere, none of them is.
    const marked = this.#markings.some(holds);
    return [...this.#planted]
      .filter(([value, { writings }]) => (marked || !value.startsWith(mark)) && writings.some(holds))
      .map(([, { what }]) => what);
  }
}

function writingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // In base64 the first and the last characters depend on what stands beside the value.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64url')
      .slice(shift === 0 ? 0 : 4, -3),
  );
  const writings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString('hex')];
  return [...new Set([...writings, ...inBase64].map((writing) => writing.toLowerCase()))].filter(
    ({ length }) => length > 2,
  );
}

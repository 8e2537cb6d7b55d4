import * as z from 'zod';

const Mode = z.union([
  z.strictObject({ mode: z.enum(['accept', 'hang']) }),
  z.strictObject({ mode: z.literal('refuse'), code: z.union([z.literal(450), z.literal(550)]).default(450) }),
]);
type Mode = z.infer<typeof Mode>;

/** How the mail server treats its clients: it accepts, refuses every recipient (450 or 550) or greets nobody. */
export class MailFaults {
  #mode: Mode = { mode: 'accept' };
  #waiting: (() => void)[] = [];

  get mode(): Mode {
    return this.#mode;
  }

  /** Throws zod's error when the wish is not understood. */
  change(wish: unknown): void {
    this.#mode = Mode.parse(wish);
    if (this.#mode.mode === 'hang') return;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  whenAnswering(goOn: () => void): void {
    if (this.#mode.mode === 'hang') this.#waiting.push(goOn);
    else goOn();
  }

  refusal(): Error | null {
    if (this.#mode.mode !== 'refuse') return null;
    const { code } = this.#mode;
    const text = code === 450 ? 'Mailbox is not available now, try again later' : 'Mailbox does not exist';
    return Object.assign(new Error(text), { responseCode: code });
  }
}

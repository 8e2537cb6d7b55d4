/** What could not be learned is asked for again sooner: a short failure must not count for as long as an answer. */
const failureLastsMs = 10_000;

/** Asks once for all who want to know the same within a while. */
export class Memory<Answer> {
  readonly #lastsMs: number;
  readonly #known = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>();

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  of(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const now = Date.now();
    // Answers last equally long, so the oldest stand first.
    for (const [old, { until }] of this.#known) {
      if (until > now) break;
      this.#known.delete(old);
    }
    const known = this.#known.get(key);
    if (known && known.until > now) return known.answer;
    const asked = { answer: ask(), until: now + this.#lastsMs };
    asked.answer.catch(() => {
      asked.until = Math.min(asked.until, Date.now() + failureLastsMs);
    });
    this.#known.delete(key);
    this.#known.set(key, asked);
    return asked.answer;
  }
}

/** Asks once for all who want to know the same within a while. */
export class Memory<Answer> {
  readonly #lastsMs: number;
  readonly #known = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>();

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  of(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const now = Date.now();
    // All last equally long, so the oldest stand first.
    for (const [old, { until }] of this.#known) {
      if (until > now) break;
      this.#known.delete(old);
    }
    const known = this.#known.get(key);
    if (known) return known.answer;
    const answer = ask();
    this.#known.set(key, { answer, until: now + this.#lastsMs });
    return answer;
  }
}

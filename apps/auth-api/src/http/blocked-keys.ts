const maxKeys = 10_000;

/**
 * The keys that are over a rate limit, until their window ends. They are in the memory of this process, so that a blocked
 * request costs no query.
 */
export class BlockedKeys {
  readonly #endOf = new Map<string, number>();

  block(key: string, forMs: number): void {
    this.#forgetEnded();
    this.#endOf.delete(key);
    const [oldest] = this.#endOf.keys();
    if (oldest !== undefined && this.#endOf.size >= maxKeys) this.#endOf.delete(oldest);
    this.#endOf.set(key, performance.now() + forMs);
  }

  /** For how many milliseconds a key stays blocked; null if it is not. */
  msLeft(key: string): number | null {
    const end = this.#endOf.get(key);
    const left = end === undefined ? 0 : end - performance.now();
    return left > 0 ? left : null;
  }

  /** Only once there are many: a key that is blocked again is there already. */
  #forgetEnded(): void {
    if (this.#endOf.size < maxKeys) return;
    const now = performance.now();
    for (const [key, end] of this.#endOf) if (end <= now) this.#endOf.delete(key);
  }
}

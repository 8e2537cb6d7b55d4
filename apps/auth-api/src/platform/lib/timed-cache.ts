/** Errors are cached only this long, so that a short failure does not last for the whole TTL. */
const failureTtlMs = 10_000;

/** Caches values by key. Concurrent calls for one key share one load. */
export class TimedCache<Value> {
  readonly #ttlMs: number;
  readonly #entries = new Map<string, { readonly value: Promise<Value>; readonly expiresAt: number }>();

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const now = Date.now();
    // All entries have the same TTL, so the oldest are first.
    for (const [oldKey, { expiresAt }] of this.#entries) {
      if (expiresAt > now) break;
      this.#entries.delete(oldKey);
    }
    const cached = this.#entries.get(key);
    if (cached && cached.expiresAt > now) return cached.value;
    const entry = { value: load(), expiresAt: now + this.#ttlMs };
    entry.value.catch(() => {
      entry.expiresAt = Math.min(entry.expiresAt, Date.now() + failureTtlMs);
    });
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }
}

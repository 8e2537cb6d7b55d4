import type { Logger } from 'pino';

/** Limits a warning that clients can cause any number of times: it is logged at once, then at most once in an interval. */
export class ThrottledWarning {
  readonly #warn: (count: number) => void;
  readonly #intervalMs: number;
  #unreported = 0;
  #isPaused = false;

  /** `warn` gets the number of occurrences since its last call. */
  constructor(warn: (count: number) => void, intervalMs: number) {
    this.#warn = warn;
    this.#intervalMs = intervalMs;
  }

  record(): void {
    this.#unreported += 1;
    if (!this.#isPaused) this.#report();
  }

  #report(): void {
    this.#isPaused = this.#unreported > 0;
    if (!this.#isPaused) return;
    this.#warn(this.#unreported);
    this.#unreported = 0;
    setTimeout(() => this.#report(), this.#intervalMs).unref();
  }
}

/**
 * Returns a function that logs a warning at most once a minute. `countField` is the log field with the number of occurrences since the
 * last one.
 */
export function throttledWarning(countField: string, message: string): (services: { readonly log: Logger }) => void {
  const warnings = new WeakMap<Logger, ThrottledWarning>();
  return ({ log }) => {
    const warning =
      warnings.get(log) ?? new ThrottledWarning((count) => log.warn({ [countField]: count }, message), 60_000);
    warnings.set(log, warning);
    warning.record();
  };
}

/** Rejects with `error()` if `work` does not settle within `ms`. The work itself is not cancelled. */
export function withTimeout<Result>(work: Promise<Result>, ms: number, error: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    // `setImmediate` lets a busy process read a response that has already arrived.
    const timer = setTimeout(() => setImmediate(() => reject(error())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

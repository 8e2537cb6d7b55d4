/**
 * Waits `ms` for work to settle, then rejects with `error()`. The work itself goes on: what it does and how it ends is its
 * starter's affair.
 */
export function withTimeout<Result>(work: Promise<Result>, ms: number, error: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    // A busy process reads what has arrived before it gives up.
    const timer = setTimeout(() => setImmediate(() => reject(error())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for work no longer than that; the work itself goes on, and whoever began it answers for its end. */
export function within<Result>(ms: number, work: Promise<Result>, tooLate: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    // After what has come already was read: a busy process would take its own slowness for theirs.
    const timer = setTimeout(() => setImmediate(() => reject(tooLate())), ms);
    const endWith =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(endWith(resolve), endWith(reject));
  });
}

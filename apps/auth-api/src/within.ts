/** Waits for work no longer than that; the work itself goes on, and whoever began it answers for its end. */
export async function within<Result>(ms: number, work: Promise<Result>, tooLate: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    // After what has come already was read: a busy process would take its own slowness for theirs.
    timer = setTimeout(() => setImmediate(() => reject(tooLate())), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

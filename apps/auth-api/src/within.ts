/** Waits for work no longer than that; the work itself goes on, and whoever began it answers for its end. */
export async function within<Result>(ms: number, work: Promise<Result>, tooLate: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rows per statement, so that a backlog does not exceed the statement timeout. */
export const batchSize = 5_000;

/** Repeats a statement that changes at most `size` rows until it finds fewer, and returns how many rows it changed. */
export async function inBatches(change: () => PromiseLike<{ count: number }>, size = batchSize): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await change();
    total += count;
    if (count < size) return total;
  }
}

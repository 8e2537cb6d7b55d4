/** Looks every 50 ms, for twenty seconds: on a busy machine some waits of what is tested come before. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited 20 seconds in vain');
}

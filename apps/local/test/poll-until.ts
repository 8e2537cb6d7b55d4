/** Looks every 50 ms, for forty seconds: on a busy machine some waits of what is tested come before. */
export async function pollUntil<T>(look: () => Promise<T | undefined>, tellMore = () => ''): Promise<T> {
  for (const deadline = Date.now() + 40_000; Date.now() < deadline;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited 40 seconds in vain\n${tellMore()}`);
}

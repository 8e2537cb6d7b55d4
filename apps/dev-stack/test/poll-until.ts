const timeoutMs = 40_000;
const intervalMs = 50;

/** Polls until `read` returns a value. The timeout is long for a busy machine. `describeState` adds to its error message. */
export async function pollUntil<T>(read: () => Promise<T | undefined>, describeState = () => ''): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline;) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  throw new Error(`timed out after ${timeoutMs} ms\n${describeState()}`);
}

/** Reads again and again until what comes is right, or twenty seconds are over; answers the last that came. */
export async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; await new Promise((done) => setTimeout(done, 50))) {
    const value = await read();
    if (isRight(value) || Date.now() > deadline) return value;
  }
}

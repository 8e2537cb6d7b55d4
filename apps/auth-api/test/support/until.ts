/** Reads again and again until what comes is right, or its time is over; answers the last that came. */
export async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean, withinMs = 20_000): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await new Promise((done) => setTimeout(done, 50))) {
    const value = await read();
    if (isRight(value) || Date.now() > deadline) return value;
  }
}

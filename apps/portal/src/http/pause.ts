/** Comes once so much time has gone by. */
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

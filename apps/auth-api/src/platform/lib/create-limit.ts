/** Runs a piece of work when it is its turn. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs at most `size` pieces of work at a time, the others in their order. */
export function createLimit(size: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < size) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

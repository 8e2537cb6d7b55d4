import { startTransition, useEffect, useState } from 'react';

/** So many rows go at a time, the last together with what is left: even those keep no key or click waiting. */
const atATime = 200;

interface Drawn<Row> {
  readonly rows: readonly Row[];
}

/** What is to be drawn of a table: thousands of rows that are to go do so bit by bit from their end, as they were. */
export function useShrinking<D extends Drawn<unknown>>(given: D): D {
  const [drawn, setDrawn] = useState(given);
  const isShrinking = drawn.rows.length - given.rows.length > atATime;
  if (!isShrinking && drawn !== given) setDrawn(given);
  useEffect(() => {
    if (isShrinking) startTransition(() => setDrawn({ ...drawn, rows: drawn.rows.slice(0, -atATime) }));
  }, [isShrinking, drawn]);
  return isShrinking ? drawn : given;
}

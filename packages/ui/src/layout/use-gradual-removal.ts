import { startTransition, useEffect, useState } from 'react';

/** Few enough rows that removing them does not block input. The last batch may remove up to twice as many. */
const batchSize = 200;

interface Content<Row> {
  readonly rows: readonly Row[];
}

/**
 * Returns the table content to render. If thousands of rows disappear at once, removes them in batches from the end, so
 * that the page stays responsive.
 */
export function useGradualRemoval<C extends Content<unknown>>(target: C): C {
  const [rendered, setRendered] = useState(target);
  const isShrinking = rendered.rows.length - target.rows.length > batchSize;
  if (!isShrinking && rendered !== target) setRendered(target);
  useEffect(() => {
    if (isShrinking) startTransition(() => setRendered({ ...rendered, rows: rendered.rows.slice(0, -batchSize) }));
  }, [isShrinking, rendered]);
  return isShrinking ? rendered : target;
}

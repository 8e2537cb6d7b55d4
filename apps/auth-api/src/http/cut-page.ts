import type { PagedContext } from './handlers.ts';

/** A page of a list, and where the next one begins. */
export interface CutPage<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Cuts off the one row more that was read than a page has: where that one came, the list goes on. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  { linkNext }: PagedContext,
): CutPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = last && found.length > limit ? cursorOf(last) : null;
  if (next !== null) linkNext(next);
  return { rows, next };
}

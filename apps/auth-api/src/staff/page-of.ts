import { cursorOf } from '@portal/contract';
import type { PagedContext } from '../http/handlers.ts';

/** The rows of a page, of which one more was read than it has: where that one came, the list goes on. */
export function pageOf<Row extends { readonly userId: string }>(
  rows: readonly Row[],
  limit: number,
  momentOf: (row: Row) => string,
  { linkNext }: PagedContext,
): Row[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) linkNext(cursorOf(momentOf(last), last.userId));
  return page;
}

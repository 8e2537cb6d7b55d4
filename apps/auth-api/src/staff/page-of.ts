import { cursorOf } from '@portal/contract';
import { cutPage } from '../http/cut-page.ts';
import type { PagedContext } from '../http/handlers.ts';

/** The rows of a page of a list of people by time, of which one more was read than it has. */
export const pageOf = <Row extends { readonly userId: string }>(
  found: readonly Row[],
  limit: number,
  momentOf: (row: Row) => string,
  context: PagedContext,
): Row[] => cutPage(found, limit, (row) => cursorOf(momentOf(row), row.userId), context).rows;

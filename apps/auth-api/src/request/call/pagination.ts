import { parseSortCursor, type SortPosition } from '@portal/contract';
import type { Request, Response } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import type { PaginatedContext } from './types.ts';

export interface ResultPage<Row> {
  readonly rows: Row[];
  /** The cursor of the last row; null on the last page. */
  readonly next: string | null;
}

/** Makes a page of at most `limit` rows. `found` has up to `limit + 1` rows: the extra row shows that there is a next page. */
export function paginate<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  { linkNext }: PaginatedContext,
): ResultPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = last && found.length > limit ? cursorOf(last) : null;
  if (next !== null) linkNext(next);
  return { rows, next };
}

interface PageQuery {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

const defaultPageSize = 50;

/** Reads a page if the query has `after` or `limit`, else the whole list, as the specification requires. */
export async function paginateIfRequested<Row>(
  { after, limit }: PageQuery,
  cursorOf: (row: Row) => string,
  context: PaginatedContext,
  read: (maxRows: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  if (after === undefined && limit === undefined) return read(null);
  const pageSize = limit ?? defaultPageSize;
  return paginate(await read(pageSize + 1), pageSize, cursorOf, context).rows;
}

/** Sorts before every row. */
const start: SortPosition = { rank: 0, sortKey: '', id: '' };

/** The position after which a page starts: the cursor's, or the start of the list. */
export const sortPositionAfter = (cursor?: string): SortPosition =>
  (cursor === undefined ? null : parseSortCursor(cursor)) ?? start;

/** Sets the `Link` header of the next page (RFC 8288): the same URL with the cursor of this page's last row. */
export function setNextPageLink(after: string, req: Request, res: Response, { AUTH_API_URL }: Settings): void {
  const { searchParams } = new URL(req.url, AUTH_API_URL);
  searchParams.set('after', after);
  res.set('Link', `<${AUTH_API_URL}${req.path}?${searchParams.toString()}>; rel="next"`);
}

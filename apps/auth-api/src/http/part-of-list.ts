import { readPlaceCursor, type PlaceInList } from '@portal/contract';
import { cutPage } from './cut-page.ts';
import type { PagedContext } from './handlers.ts';

/** Which part of a list is asked for; all of it without either. */
interface Part {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

const usualLimit = 50;

/** A list of somebody's own things: whole, as the specification has it, or the page that is asked for. */
export async function partOfList<Row>(
  { after, limit }: Part,
  cursorOf: (row: Row) => string,
  context: PagedContext,
  read: (most: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  if (after === undefined && limit === undefined) return read(null);
  const most = limit ?? usualLimit;
  return cutPage(await read(most + 1), most, cursorOf, context).rows;
}

const begin: PlaceInList = { rank: 0, order: '', id: '' };

/** The place after which a page begins; without a cursor, one before all rows. */
export const placeBefore = (after?: string): PlaceInList =>
  (after === undefined ? null : readPlaceCursor(after)) ?? begin;

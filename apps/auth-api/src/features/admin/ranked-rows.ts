import { formatRankCursor, parseRankCursor } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';

/** A row of a list that is sorted by rank, then by id from the newest to the oldest. */
export interface RankedRow {
  readonly rank: number;
  readonly id: string;
}

export const formatRankedRowCursor = ({ rank, id }: RankedRow) => formatRankCursor(rank, id);

/** An SQL condition on `rank` and `id`: the row comes after this cursor. True for every row without a cursor. */
export function isAfterCursor(after: string | undefined): Prisma.Sql {
  const cursor = after === undefined ? null : parseRankCursor(after);
  if (!cursor) return Prisma.sql`true`;
  return Prisma.sql`(rank > ${cursor.rank}::int OR (rank = ${cursor.rank}::int AND id < ${cursor.id}::text))`;
}

/** Puts records into the order of `ids`. Ids without a record are left out. */
export function sortByIds<Item extends object>(
  items: readonly Item[],
  ids: readonly string[],
  idOf: (item: Item) => string,
): Item[] {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

import { rankedCursorOf, readRankedCursor } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';

/** A row of a list that is ordered by a rank before the id. */
export interface RankedRow {
  readonly rank: number;
  readonly id: string;
}

/** Whether a row comes after the page that ended with this cursor; every row does without one. */
export function isBehind(after: string | undefined): Prisma.Sql {
  const last = after === undefined ? null : readRankedCursor(after);
  if (!last) return Prisma.sql`true`;
  return Prisma.sql`(rank > ${last.rank}::int OR (rank = ${last.rank}::int AND id < ${last.id}::text))`;
}

/** Where a list goes on after a row. */
export const cursorAt = ({ rank, id }: RankedRow) => rankedCursorOf(rank, id);

/** What was read of some rows, in the order of the rows. */
export function inOrder<Row extends object>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

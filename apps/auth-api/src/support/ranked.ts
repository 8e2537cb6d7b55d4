import { rankedCursorOf, readRankedCursor } from '@portal/contract';

/** A row of a list that is ordered by a rank before the id. */
export interface RankedRow {
  readonly rank: number;
  readonly id: string;
}

/** Where a page begins, as the statements take it: the rank and the id of the last row before, or nulls. */
export function placeOf(after: string | undefined): readonly [number | null, string | null] {
  const last = after === undefined ? null : readRankedCursor(after);
  return [last?.rank ?? null, last?.id ?? null];
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

import { original, type Draft } from '@reduxjs/toolkit';
import type { Page } from './list-in-pages.ts';

/** What a draft is of. To look at thousands of rows through their list's draft would make one of each, which takes long. */
const undrafted = <T>(draft: T): T => original(draft as Draft<T>);

/** The row of a drafted list that is to be changed. */
export function rowToChange<Row>(rows: Row[], isIt: (row: Row) => boolean): Row | undefined {
  return rows[undrafted(rows).findIndex(isIt)];
}

/** A drafted list with other rows. */
export function withRows<P extends Page<unknown>>(
  draft: P,
  change: (rows: readonly P['rows'][number][]) => P['rows'],
): P {
  const list = undrafted(draft);
  return { ...list, rows: change(list.rows) };
}

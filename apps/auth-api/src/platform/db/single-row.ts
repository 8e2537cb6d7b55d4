import { AppError } from '../errors/app-error.ts';

/** The row of a query that always returns exactly one, such as a count. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new AppError('The database returned no row.');
  return row;
}

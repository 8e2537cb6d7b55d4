import { csvHeader, csvLines } from '../../../request/responses/csv-file.ts';
import type { ZipPart } from '../../../request/responses/zip-file.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A table of the export. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** Small enough that other requests hardly wait while a batch is decrypted and compressed. */
export const batchSize = 250;

/** After this many rows a table continues in further files, because the ZIP file keeps the CSV file in memory until the JSON file ends. */
const rowsPerFile = 10_000;

/** For a query of a batch: the order, and the size. */
export const inOrder = { orderBy: { id: 'asc' }, take: batchSize } as const;

/** A row with null in the other columns. */
export const only = <R extends Row>(row: R, columns: readonly (keyof R & string)[]): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, columns.includes(name) ? value : null]));

/** A table that is read in batches, by the ids of its rows. `present` decides what the export shows of the rows. */
export function table<Select extends object, R extends Row & { id: string }>(
  name: string,
  select: Select,
  read: (select: Select, next: { id: { gt: string } }) => Promise<R[]>,
  present: (rows: R[]) => readonly Row[] | Promise<readonly Row[]> = (rows) => rows,
): Table {
  async function* batches() {
    const found = inBatches(
      (after) => read(select, { id: { gt: after } }),
      ({ id }) => id,
    );
    for await (const rows of found) yield await present(rows);
  }
  return { name, columns: Object.keys(select), batches: batches() };
}

/** A table of which each user has few rows. */
export function shortTable<Select extends object>(
  name: string,
  select: Select,
  read: (select: Select) => Promise<Row[]>,
): Table {
  async function* batches() {
    const rows = await read(select);
    if (rows.length > 0) yield rows;
  }
  return { name, columns: Object.keys(select), batches: batches() };
}

export async function* inBatches<R>(
  read: (after: string) => Promise<R[]>,
  keyOf: (row: R) => string,
): AsyncGenerator<R[]> {
  for (let after = ''; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = keyOf(last);
  }
}

/** A table as a JSON and a CSV file, which are written side by side, so that the table is read once. */
export async function* toParts({ name, columns, batches }: Table): AsyncGenerator<ZipPart[]> {
  const cells = Object.fromEntries(columns.map((column) => [column, (row: Row) => toCell(row[column])]));
  let fileNumber = 1;
  let rowsInFile = 0;
  const filesWith = (json: string, csv: string, isLast: boolean): ZipPart[] => {
    const baseName = fileNumber === 1 ? name : `${name}-${fileNumber}`;
    return [
      { name: `${baseName}.json`, text: json, isLast },
      { name: `${baseName}.csv`, text: rowsInFile === 0 ? csvHeader(cells) + csv : csv, isLast },
    ];
  };
  const ends = () => filesWith(rowsInFile === 0 ? '[]\n' : '\n]\n', '', true);
  for await (const rows of batches) {
    if (rowsInFile >= rowsPerFile) {
      yield ends();
      fileNumber += 1;
      rowsInFile = 0;
    }
    const lines = rows.map((row) => JSON.stringify(row, withNumbers)).join(',\n');
    yield filesWith((rowsInFile === 0 ? '[\n' : ',\n') + lines, csvLines(cells, rows), false);
    rowsInFile += rows.length;
  }
  yield ends();
}

/** For `JSON.stringify`, which has no bigints. */
const withNumbers = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

function toCell(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value, withNumbers);
}

import { stringify } from 'csv-stringify/sync';
import type { FileResponse } from '../call/types.ts';

/** A CSV file as text. */
export interface CsvFile extends FileResponse {
  readonly parts: AsyncIterable<string>;
}

/** The columns of a table, by their headings. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/** The start of a formula in a spreadsheet that splits cells at something other than commas. */
const embeddedFormula = /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g;

/** A CSV file for spreadsheets. Rows are read in batches, so that other requests run in between. */
export function toCsvFile<Row>(
  fileName: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvFile {
  async function* parts() {
    let header = csvHeader(columns);
    for await (const rows of batches) {
      yield header + csvLines(columns, rows);
      header = '';
    }
    if (header) yield header;
  }
  return { fileName, parts: parts() };
}

/** The start of a CSV file: a UTF-8 byte order mark and the headings. */
export const csvHeader = (columns: CsvColumns<never>): string => `\ufeff${toCsv([Object.keys(columns)])}`;

/** Rows as lines with RFC 4180 endings, and an apostrophe before anything that a spreadsheet could take for a formula. */
export const csvLines = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  toCsv(
    rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)?.replace(embeddedFormula, "$&'") ?? null)),
  );

const toCsv = (lines: (string | null)[][]) => stringify(lines, { escape_formulas: true, record_delimiter: 'windows' });

import { stringify } from 'csv-stringify/sync';
import type { FileResponse } from './types.ts';

/** A CSV file as text. */
export interface CsvFile extends FileResponse {
  readonly parts: AsyncIterable<string>;
}

/** The columns of a table, by their headings. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/** The start of a formula in a spreadsheet that splits cells at something other than commas. */
const embeddedFormula = /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g;

/**
 * A CSV file for spreadsheets: with a UTF-8 byte order mark, RFC 4180 line endings, and an apostrophe before anything that a
 * spreadsheet could take for a formula. Rows are read in batches, so that other requests run in between.
 */
export function toCsvFile<Row>(
  fileName: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvFile {
  const toCsv = (lines: readonly (string | null)[][]) =>
    stringify([...lines], { escape_formulas: true, record_delimiter: 'windows' });
  const toLine = (row: Row) =>
    Object.values(columns).map((cellOf) => cellOf(row)?.replace(embeddedFormula, "$&'") ?? null);
  async function* parts() {
    let header = `\ufeff${toCsv([Object.keys(columns)])}`;
    for await (const rows of batches) {
      yield header + toCsv(rows.map(toLine));
      header = '';
    }
    if (header) yield header;
  }
  return { fileName, parts: parts() };
}

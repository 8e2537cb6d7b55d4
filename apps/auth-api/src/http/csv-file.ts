import { stringify } from 'csv-stringify/sync';
import type { FileAnswer } from './handlers.ts';

/** The columns of a table: what stands above each, and what stands in it. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/** What begins a formula where a spreadsheet divides lines otherwise than at commas. */
const formulaWithin = /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g;

/**
 * A table as spreadsheets read it: their mark for UTF-8 in front, lines as RFC 4180 has them, and an apostrophe before what
 * they would take for a formula, wherever they may divide a line. The rows come in batches, so that other requests have their turn between them.
 */
export function csvFile<Row>(
  fileName: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): FileAnswer {
  const write = (lines: readonly (string | null)[][]) =>
    stringify([...lines], { escape_formulas: true, record_delimiter: 'windows' });
  async function* parts() {
    let head = `\ufeff${write([Object.keys(columns)])}`;
    for await (const rows of batches) {
      yield (
        head +
        write(rows.map((row) => Object.values(columns).map((cell) => cell(row)?.replace(formulaWithin, "$&'") ?? null)))
      );
      head = '';
    }
    if (head) yield head;
  }
  return { fileName, parts: parts() };
}

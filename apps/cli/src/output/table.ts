import { toVisibleText } from './visible-text.ts';

/** A column of a table of `Row`. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Whether the column keeps its width in a narrow terminal, such as ids. */
  readonly isFixed?: boolean;
}

const gap = '  ';
const minWidth = 8;
const graphemes = new Intl.Segmenter();
const wide =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/** The cells that a character takes in a terminal. */
const widthOfGrapheme = (grapheme: string) => (wide.test(grapheme) ? 2 : zeroWidth.test(grapheme) ? 0 : 1);

const graphemesOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

export const widthOf = (text: string) => graphemesOf(text).reduce((sum, each) => sum + widthOfGrapheme(each), 0);

function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  let fitted = '';
  for (const each of graphemesOf(text)) {
    if (widthOf(fitted) + widthOfGrapheme(each) > width - 1) break;
    fitted += each;
  }
  return `${fitted}…${' '.repeat(width - 1 - widthOf(fitted))}`;
}

/** Takes the missing width from the widest columns that are not fixed. */
function shrink(widths: readonly number[], isFixed: readonly boolean[], available: number): number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, width) => sum + width, 0) + gap.length * (fitted.length - 1);
  while (total() > available) {
    const widest = Math.max(...fitted.filter((_width, index) => !isFixed[index]));
    if (!(widest > minWidth)) return fitted;
    fitted[fitted.findIndex((width, index) => width === widest && !isFixed[index])] = widest - 1;
  }
  return fitted;
}

/** The lines of a table, the header first. Without `columnsOfTerminal`, nothing is shortened. */
export function formatTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  columnsOfTerminal: number | undefined,
): string[] {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => toVisibleText(value(row)))),
  ];
  const natural = columns.map((_column, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  const isFixed = columns.map((column) => column.isFixed === true);
  const widths = shrink(natural, isFixed, columnsOfTerminal ?? Number.POSITIVE_INFINITY);
  return cells.map((line) =>
    line
      .map((cell, index) => fit(cell, widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

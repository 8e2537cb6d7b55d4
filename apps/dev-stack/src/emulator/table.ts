import { html, type Html, type HtmlPart } from './html.ts';

/** A label, or more about a column. */
export type Column = string | ColumnOptions;

interface ColumnOptions {
  readonly label: string;
  readonly className?: string;
  /** For a column of buttons. */
  readonly isLabelHidden?: true;
}

/** The content, or more about a cell. */
export type Cell = HtmlPart | CellOptions;

interface CellOptions {
  readonly content: HtmlPart;
  readonly className?: string;
  /** The whole text, if the cell may cut it. */
  readonly title?: string;
}

/** A table that is a list in a narrow window, where each cell has the label of its column. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Html {
  const options: ColumnOptions[] = columns.map((column) => (typeof column === 'string' ? { label: column } : column));
  const headers = options.map(
    ({ label, className, isLabelHidden }) =>
      html`<th scope="col" class="${className}">
        ${isLabelHidden ? html`<span class="hidden">${label}</span>` : label}
      </th>`,
  );
  const bodyRows = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, index) => tableCell(isOptions(cell) ? cell : { content: cell }, options[index]))}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${headers}
      </tr>
    </thead>
    <tbody>
      ${bodyRows}
    </tbody>
  </table>`;
}

const isOptions = (cell: Cell): cell is CellOptions => typeof cell === 'object' && cell !== null && 'content' in cell;

const tableCell = ({ content, className, title }: CellOptions, column: ColumnOptions | undefined) =>
  html`<td
    class="${className}"
    ${title !== undefined && html`title="${title}"`}
    data-label="${column?.isLabelHidden ? '' : column?.label}"
  >
    <div>${content}</div>
  </td>`;

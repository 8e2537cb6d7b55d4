import { memo, useMemo, useState, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { keepFocusBeside } from '../focus/rows.ts';
import { useIsTruncated } from '../text/use-is-truncated.ts';
import { useShrinking } from './shrinking.ts';

export interface TableColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | undefined;
  /** Any CSS width; columns without one share what is left. */
  width?: string | undefined;
  /** What a column without a width keeps in a narrow window. */
  leastWidth?: string | undefined;
  /** The header is there for screen readers only. */
  hideHeader?: boolean | undefined;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  loading?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** Whether each row is a stack on a phone, as it is unless told otherwise: small tables of numbers stay what they are. */
  stacks?: boolean | undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, loading, skeletonRows = 3, stacks = true } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const isCut = useIsTruncated(frame, columns);
  const drawn = useShrinking(useMemo(() => ({ rows, columns }), [rows, columns]));
  const minWidth = `calc(${columns.map(({ leastWidth = '7rem', width = leastWidth }) => width).join(' + ')})`;
  return (
    // A table that is too wide for the window scrolls by itself, by the keyboard as well; with it what is there for screen
    // readers only, which would widen the page instead. On a phone each row is a stack: see table.css.
    <div
      ref={setFrame}
      {...(isCut && { tabIndex: 0, role: 'region', 'aria-label': caption })}
      className="relative overflow-x-auto"
    >
      <table
        aria-busy={loading || undefined}
        style={{ minWidth }}
        className={classes('w-full table-fixed border-collapse text-left', stacks && 'stacking-table')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ key, header, align, width, hideHeader }) => (
              <th
                key={key}
                scope="col"
                style={{ width }}
                className={classes(
                  'h-9 px-3 text-xs font-medium text-secondary first:pl-5 last:pr-5',
                  align === 'right' && 'text-right',
                )}
              >
                {hideHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{body()}</tbody>
      </table>
    </div>
  );

  function body() {
    if (loading)
      return Array.from({ length: skeletonRows }, (_, row) => <SkeletonRow key={row} columns={columns.length} />);
    if (drawn.rows.length === 0)
      return (
        <tr>
          <td colSpan={columns.length} className="text-center text-secondary">
            {typeof empty === 'string' ? <p className="px-5 py-8">{empty}</p> : empty}
          </td>
        </tr>
      );
    return drawn.rows.map((row) => <TableRow key={rowKey(row)} id={rowKey(row)} row={row} columns={drawn.columns} />);
  }
}

interface TableRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly TableColumn<Row>[];
}

function Cells<Row>({ id, row, columns }: TableRowProps<Row>) {
  return (
    <tr
      ref={keepFocusBeside}
      data-row={id}
      className="border-b border-line transition-colors last:border-b-0 hover:bg-hover"
    >
      {columns.map(({ key, header, cell, align, hideHeader }) => (
        <td
          key={key}
          data-label={typeof header === 'string' && !hideHeader ? header : undefined}
          className={classes('h-11 px-3 py-1 first:pl-5 last:pr-5', align === 'right' && 'text-right tabular-nums')}
        >
          {/* One thing beside the name of the column where a row is a stack, and elsewhere nothing. */}
          <div className="sm:contents">{cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

// As long as its columns are the same, a long table draws only the rows that are others. Memo loses the kind of row.
const TableRow = memo(Cells) as typeof Cells;

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr className="border-b border-line last:border-b-0">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-11 px-3 py-1 first:pl-5 last:pr-5">
          <Skeleton className="h-3.5 w-3/5" />
        </td>
      ))}
    </tr>
  );
}

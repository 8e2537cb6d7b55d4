import { Fragment, memo, useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { moveRowFocusOnUnmount } from '../focus/table-focus.ts';
import { useIsTruncated } from '../text/use-is-truncated.ts';
import { useGradualRemoval } from './use-gradual-removal.ts';

export interface TableColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | undefined;
  /** Any CSS width. Columns without one share the remaining space. */
  width?: string | undefined;
  /** The minimum width of a column without a width. */
  minWidth?: string | undefined;
  /** Shows the header to screen readers only. */
  hideHeader?: boolean | undefined;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The heading above a row and those that follow with the same one, such as their day. */
  groupOf?: ((row: Row) => string) | undefined;
  /** The key of the row that a link leads to, which is highlighted. */
  linkedRow?: string | undefined;
  empty?: ReactNode;
  loading?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** Whether each row becomes a stack of cells on a phone. Default: true. Set false for small tables of numbers. */
  stackOnMobile?: boolean | undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    groupOf,
    linkedRow,
    empty,
    loading,
    skeletonRows = 3,
    stackOnMobile = true,
  } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const isOverflowing = useIsTruncated(frame, columns);
  const rendered = useGradualRemoval(useMemo(() => ({ rows, columns }), [rows, columns]));
  const tableMinWidth = `calc(${columns.map(({ minWidth = '7rem', width = minWidth }) => width).join(' + ')})`;
  return (
    // A wide table scrolls inside this element, also by keyboard. `relative` keeps the screen-reader-only text in it, which
    // would otherwise widen the page. For stacked rows on phones see table.css.
    <div
      ref={setFrame}
      {...(isOverflowing && { tabIndex: 0, role: 'region', 'aria-label': caption })}
      className="relative overflow-x-auto"
    >
      <table
        aria-busy={loading || undefined}
        style={{ minWidth: tableMinWidth }}
        className={classNames('w-full table-fixed border-collapse text-left', stackOnMobile && 'stacked-table')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ key, header, align, width, hideHeader }) => (
              <th
                key={key}
                scope="col"
                style={{ width }}
                className={classNames(
                  'h-9 px-3 text-xs font-medium text-secondary first:pl-5 last:pr-5',
                  align === 'right' && 'text-right',
                )}
              >
                {hideHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{renderBody()}</tbody>
      </table>
    </div>
  );

  function renderBody() {
    if (loading)
      return Array.from({ length: skeletonRows }, (_, row) => <SkeletonRow key={row} columns={columns.length} />);
    if (rendered.rows.length === 0)
      return (
        <tr>
          <td colSpan={columns.length} className="text-center text-secondary">
            {typeof empty === 'string' ? <p className="px-5 py-8">{empty}</p> : empty}
          </td>
        </tr>
      );
    return rendered.rows.map((row, index) => {
      const previous = rendered.rows[index - 1];
      const group = groupOf?.(row);
      return (
        <Fragment key={rowKey(row)}>
          {group !== undefined && (!previous || groupOf?.(previous) !== group) && (
            <tr className="border-b border-line">
              <th
                scope="colgroup"
                colSpan={columns.length}
                className="h-9 bg-page px-5 text-left text-xs font-medium text-secondary"
              >
                {group}
              </th>
            </tr>
          )}
          <TableRow id={rowKey(row)} row={row} columns={rendered.columns} isLinked={rowKey(row) === linkedRow} />
        </Fragment>
      );
    });
  }
}

interface TableRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly TableColumn<Row>[];
  isLinked: boolean;
}

function TableRowCells<Row>({ id, row, columns, isLinked }: TableRowProps<Row>) {
  return (
    <tr
      ref={moveRowFocusOnUnmount}
      data-row={id}
      data-linked={isLinked || undefined}
      className="border-b border-line transition-colors last:border-b-0 hover:bg-hover"
    >
      {columns.map(({ key, header, cell, align, hideHeader }) => (
        <td
          key={key}
          data-label={typeof header === 'string' && !hideHeader ? header : undefined}
          className={classNames('h-11 px-3 py-1 first:pl-5 last:pr-5', align === 'right' && 'text-right tabular-nums')}
        >
          {/* In a stacked row, one flex item next to the label; otherwise without effect. */}
          <div className="sm:contents">{cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

// A long table renders only the rows that changed. The cast restores the generic signature, which `memo` loses.
const TableRow = memo(TableRowCells) as typeof TableRowCells;

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

import { Card, Table, type TableProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { FailureBox, type FailureBoxProps } from '../../requests/failure-box.tsx';
import { ShowMore } from './show-more.tsx';

/** What a hook tells of a list that is read page by page. */
export interface Pages {
  readonly error?: FailureBoxProps['error'];
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PagedTableProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rowKey' | 'empty'> {
  title: string;
  /** Where something else already says the title, such as a tab. */
  untitled?: boolean;
  actions?: ReactNode;
  /** Not there yet while the first page is on its way. */
  rows: readonly Row[] | undefined;
  pages: Pages;
}

/** A table that begins with one page and shows more on demand. */
export function PagedTable<Row>({ title, untitled = false, actions, rows, pages, ...table }: PagedTableProps<Row>) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  return (
    <Card flush title={untitled ? undefined : title} actions={actions}>
      <div className={`px-5 pb-4 empty:hidden ${untitled ? 'pt-4' : ''}`}>
        <FailureBox error={error} title="The list could not be loaded" onRetry={() => void refetch()} />
      </div>
      {(rows !== undefined || !error) && (
        <Table {...table} caption={title} rows={rows ?? []} loading={rows === undefined} />
      )}
      {hasNextPage && <ShowMore loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </Card>
  );
}

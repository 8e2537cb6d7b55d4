import { Card, Table, type TableProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';
import { ShowMoreButton } from './show-more-button.tsx';

/** The part of an infinite query's result that the table uses. */
export interface PaginatedQuery {
  readonly error?: ErrorAlertProps['error'];
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PaginatedTableProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rowKey' | 'groupOf' | 'empty'> {
  title: string;
  /** For a table inside a tab, which already shows the title. */
  hideTitle?: boolean;
  actions?: ReactNode;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  query: PaginatedQuery;
}

/** A table that loads one page at a time. */
export function PaginatedTable<Row>({
  title,
  hideTitle = false,
  actions,
  rows,
  query,
  ...table
}: PaginatedTableProps<Row>) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  return (
    <Card flush title={hideTitle ? undefined : title} actions={actions}>
      <div className={`px-5 pb-4 empty:hidden ${hideTitle ? 'pt-4' : ''}`}>
        <ErrorAlert error={error} title="The list could not be loaded" onRetry={() => void refetch()} />
      </div>
      {(rows !== undefined || !error) && (
        <Table {...table} caption={title} rows={rows ?? []} loading={rows === undefined} />
      )}
      {hasNextPage && <ShowMoreButton loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </Card>
  );
}

import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo } from 'react';
import type { Failure } from '../http/failure.ts';
import type { PageOfRows } from './contract-endpoints.ts';

/** Few users have more of anything, so that one request usually has all. */
export const wholeListPageSize = 500;

type Pages<P> = InfiniteData<P, string | undefined>;

/** A row of a cached list. */
export function findRow<Row>({ pages }: Pages<PageOfRows<Row>>, isMatch: (row: Row) => boolean): Row | undefined {
  for (const { rows } of pages) {
    const row = rows.find(isMatch);
    if (row) return row;
  }
  return undefined;
}

/** Removes rows from a cached list. */
export function removeRows<Row>({ pages }: Pages<PageOfRows<Row>>, isMatch: (row: Row) => boolean): void {
  for (const page of pages) page.rows = page.rows.filter((row) => !isMatch(row));
}

/** What the hook of a paginated endpoint returns. */
interface InfiniteQueryResult<P> {
  readonly data?: Pages<P> | undefined;
  readonly error?: Failure | { readonly message?: string } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** A list that shows its first page while it loads the others. */
export interface WholeList<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Whether all pages are loaded. */
  readonly isWhole: boolean;
  readonly isFetching: boolean;
  /** Why the list could not be loaded, or not be loaded again. */
  readonly error: InfiniteQueryResult<unknown>['error'];
  readonly refetch: () => void;
  /** Why the next page could not be loaded; the earlier pages are here. */
  readonly nextPageError: InfiniteQueryResult<unknown>['error'];
  readonly fetchNextPage: () => void;
}

/** Loads all pages of a list, one after another. */
export function useAllPages<Row>(
  query: InfiniteQueryResult<PageOfRows<Row>>,
  idOf: (row: Row) => string,
): WholeList<Row> {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  // Runs for each page: a fast response can come before `isFetching` was ever rendered.
  useEffect(() => {
    if (data && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [data, hasNextPage, isFetching, error, fetchNextPage]);
  const rows = useMemo(() => data && uniqueRows(data.pages, idOf), [data, idOf]);
  return useMemo(() => {
    const isPartial = rows !== undefined && hasNextPage;
    return {
      rows,
      isWhole: rows !== undefined && !hasNextPage,
      isFetching,
      error: isPartial ? undefined : error,
      refetch: () => void refetch(),
      nextPageError: isPartial ? error : undefined,
      fetchNextPage: () => void fetchNextPage(),
    };
  }, [rows, error, hasNextPage, isFetching, fetchNextPage, refetch]);
}

/** A row that moves while its list is read may be on two pages; the first one counts. */
function uniqueRows<Row>(pages: readonly PageOfRows<Row>[], idOf: (row: Row) => string): Row[] {
  const byId = new Map<string, Row>();
  for (const row of pages.flatMap((page) => page.rows)) if (!byId.has(idOf(row))) byId.set(idOf(row), row);
  return [...byId.values()];
}

import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo } from 'react';
import type { RequestError } from '../http/request-error.ts';
import type { RowsPage } from './contract-endpoints.ts';

/** Most lists are shorter than this, so that one request loads them. */
export const fullListPageSize = 500;

type Pages<P> = InfiniteData<P, string | undefined>;

export function findRow<Row>({ pages }: Pages<RowsPage<Row>>, isMatch: (row: Row) => boolean): Row | undefined {
  for (const { rows } of pages) {
    const row = rows.find(isMatch);
    if (row) return row;
  }
  return undefined;
}

export function removeRows<Row>({ pages }: Pages<RowsPage<Row>>, isMatch: (row: Row) => boolean): void {
  for (const page of pages) page.rows = page.rows.filter((row) => !isMatch(row));
}

/** The part of an infinite query hook's result that `useAllPages` uses. */
interface InfiniteQueryResult<P> {
  readonly data?: Pages<P> | undefined;
  readonly error?: RequestError | { readonly message?: string } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** A list that has its first page while the other pages load. */
export interface AllPages<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Whether all pages are loaded. */
  readonly isComplete: boolean;
  readonly isFetching: boolean;
  /** The error of loading or reloading the list. */
  readonly error: InfiniteQueryResult<unknown>['error'];
  readonly refetch: () => void;
  /** The error of loading the next page. The earlier pages are loaded. */
  readonly nextPageError: InfiniteQueryResult<unknown>['error'];
  readonly fetchNextPage: () => void;
}

/** Loads all pages of a list, one after the other. */
export function useAllPages<Row>(query: InfiniteQueryResult<RowsPage<Row>>, idOf: (row: Row) => string): AllPages<Row> {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  // `data` is a dependency because a fast response can arrive before `isFetching` was rendered as true.
  useEffect(() => {
    if (data && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [data, hasNextPage, isFetching, error, fetchNextPage]);
  const rows = useMemo(() => data && uniqueRows(data.pages, idOf), [data, idOf]);
  return useMemo(() => {
    const isPartial = rows !== undefined && hasNextPage;
    return {
      rows,
      isComplete: rows !== undefined && !hasNextPage,
      isFetching,
      error: isPartial ? undefined : error,
      refetch: () => void refetch(),
      nextPageError: isPartial ? error : undefined,
      fetchNextPage: () => void fetchNextPage(),
    };
  }, [rows, error, hasNextPage, isFetching, fetchNextPage, refetch]);
}

/** A row that moves while the list loads can be on two pages. Keeps its first occurrence. */
function uniqueRows<Row>(pages: readonly RowsPage<Row>[], idOf: (row: Row) => string): Row[] {
  const byId = new Map<string, Row>();
  for (const row of pages.flatMap((page) => page.rows)) if (!byId.has(idOf(row))) byId.set(idOf(row), row);
  return [...byId.values()];
}

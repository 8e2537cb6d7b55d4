import type { Tag } from '@portal/contract';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { portalApi } from './portal-api.ts';

/** A query in the cache that a mutation updates. */
export interface CachedQuery<Data, State> {
  /** The tag to invalidate for a refetch. Undefined if the tags of the mutation already cause one. */
  readonly tag?: Tag | { readonly type: Tag; readonly id: string };
  readonly select: (state: State) => {
    readonly status: string;
    readonly fulfilledTimeStamp?: number | undefined;
    readonly data?: Data | undefined;
  };
  readonly update: (recipe: (data: Data) => void) => ThunkAction<unknown, State, unknown, UnknownAction>;
  /** Returns the pending request of the query, if there is one. */
  readonly getRunningQuery: () => ThunkAction<PromiseLike<unknown> | undefined, State, unknown, UnknownAction>;
}

/** The part of the `onQueryStarted` argument that `updateCache` uses. */
export interface MutationLifecycle<State, Result> {
  readonly dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  readonly getState: () => State;
  readonly queryFulfilled: Promise<{ data: Result }>;
}

interface OptimisticUpdate<Data, Row> {
  readonly find: (data: Data) => Row | undefined;
  readonly fields: Partial<Row>;
}

export interface CacheUpdate<Data, Result, Row extends object> {
  /** Fields of one row that change before the response, and are rolled back if the mutation fails. */
  readonly optimistic?: OptimisticUpdate<Data, Row>;
  /** The update after a successful response. */
  readonly applyResult?: (data: Data, result: Result) => void;
  /**
   * The response replaces all data, so it must be newer than the data. The update waits for a pending query, and is
   * discarded if the data changed in the meantime.
   */
  readonly replacesData?: boolean;
}

/**
 * Updates a cached query after a mutation without a refetch. If the query was fetched at the same time, either response
 * may be newer, so the query is refetched. The caller shows an error of the mutation.
 */
export async function updateCache<Data, State, Result, Row extends object>(
  query: CachedQuery<Data, State>,
  { optimistic, applyResult, replacesData = false }: CacheUpdate<Data, Result, Row>,
  { dispatch, getState, queryFulfilled }: MutationLifecycle<State, Result>,
): Promise<void> {
  const startedAt = Date.now();
  const { data: dataAtStart } = query.select(getState());
  const previousFields = optimistic && applyFields(query, optimistic, dispatch);
  const settled = queryFulfilled.catch(() => undefined);
  if (optimistic) void applyToNextPages(query, optimistic, { settled, dispatch });
  const response = await settled;
  if (!response && !previousFields) return;
  if (replacesData) await dispatch(query.getRunningQuery());
  const { status, fulfilledTimeStamp = 0, data } = query.select(getState());
  const wasFetched = status === 'pending' || fulfilledTimeStamp > startedAt;
  const isConflict = replacesData ? data !== dataAtStart : wasFetched;
  const pendingFetch = dispatch(query.getRunningQuery());
  const settle = () =>
    dispatch(
      query.update((cached) => {
        // Find the row again, because the list may have changed in the meantime.
        if (optimistic) Object.assign(optimistic.find(cached) ?? {}, response ? optimistic.fields : previousFields);
        if (response) applyResult?.(cached, response.data);
      }),
    );
  if (!(replacesData && isConflict)) settle();
  if (!isConflict || !query.tag) return;
  dispatch(portalApi.util.invalidateTags([query.tag]));
  if (!pendingFetch || replacesData) return;
  await pendingFetch;
  // The response may be from before the mutation. Apply the update to it until the refetch completes.
  settle();
}

/**
 * Sets the new values again after each page that loads before the mutation has its response: RTK Query adds the page to the rows
 * that it read when the request of the page started. After the response, `updateCache` itself handles a page that is still pending.
 */
async function applyToNextPages<Data, State, Row extends object>(
  query: CachedQuery<Data, State>,
  update: OptimisticUpdate<Data, Row>,
  { settled, dispatch }: { settled: Promise<unknown>; dispatch: ThunkDispatch<State, unknown, UnknownAction> },
): Promise<void> {
  const isSettled = settled.then(() => true);
  let pendingFetch = dispatch(query.getRunningQuery());
  while (pendingFetch) {
    if (await Promise.race([isSettled, pendingFetch.then(() => false)])) return;
    applyFields(query, update, dispatch);
    pendingFetch = dispatch(query.getRunningQuery());
  }
}

/** Sets the new values of a row's fields and returns the previous values. */
function applyFields<Data, State, Row extends object>(
  query: CachedQuery<Data, State>,
  { find, fields }: OptimisticUpdate<Data, Row>,
  dispatch: ThunkDispatch<State, unknown, UnknownAction>,
): Partial<Row> {
  const previousFields: Partial<Row> = {};
  dispatch(
    query.update((data) => {
      const row = find(data);
      if (!row) return;
      for (const name in fields) previousFields[name] = row[name];
      Object.assign(row, fields);
    }),
  );
  return previousFields;
}

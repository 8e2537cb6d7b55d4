import type { Tag } from '@portal/contract';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { portalApi } from './portal-api.ts';

/** A query in the cache that a mutation updates. */
export interface CachedQuery<Data, State> {
  /** What to invalidate to read it again; undefined where the tags of the mutation do so anyway. */
  readonly tag?: Tag | { readonly type: Tag; readonly id: string };
  readonly select: (state: State) => {
    readonly status: string;
    readonly fulfilledTimeStamp?: number | undefined;
    readonly data?: Data | undefined;
  };
  readonly update: (recipe: (data: Data) => void) => ThunkAction<unknown, State, unknown, UnknownAction>;
  /** The request that reads it right now, if there is one. */
  readonly running: () => ThunkAction<PromiseLike<unknown> | undefined, State, unknown, UnknownAction>;
}

/** What `onQueryStarted` of a mutation is given. */
export interface MutationLifecycle<State, Result> {
  readonly dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  readonly getState: () => State;
  readonly queryFulfilled: Promise<{ data: Result }>;
}

export interface CacheUpdate<Data, Result, Row extends object> {
  /** Fields of one row that show their new values at once, and their earlier ones again if the mutation fails. */
  readonly optimistic?: { readonly find: (data: Data) => Row | undefined; readonly fields: Partial<Row> };
  /** The update that the response makes. */
  readonly confirmed?: (data: Data, result: Result) => void;
  /**
   * The response replaces the data, so it must not be older than they are: it waits for a request that reads them, and is
   * not used if they changed meanwhile.
   */
  readonly replaces?: boolean;
}

/**
 * Updates a cached query by a mutation, without reading the query again. If the query was being read at the same time,
 * either may be newer: then it is read again. The caller shows an error of the mutation.
 */
export async function updateCache<Data, State, Result, Row extends object>(
  query: CachedQuery<Data, State>,
  { optimistic, confirmed, replaces = false }: CacheUpdate<Data, Result, Row>,
  { dispatch, getState, queryFulfilled }: MutationLifecycle<State, Result>,
): Promise<void> {
  const startedAt = Date.now();
  const { data: dataAtStart } = query.select(getState());
  const earlier = optimistic && showFields(query, optimistic, dispatch);
  const answer = await queryFulfilled.catch(() => undefined);
  if (!answer && !earlier) return;
  if (replaces) await dispatch(query.running());
  const { status, fulfilledTimeStamp = 0, data } = query.select(getState());
  const wasRead = status === 'pending' || fulfilledTimeStamp > startedAt;
  const isConflict = replaces ? data !== dataAtStart : wasRead;
  const read = dispatch(query.running());
  const settle = () =>
    dispatch(
      query.update((cached) => {
        // The row is looked up again: the list may have changed meanwhile.
        if (optimistic) Object.assign(optimistic.find(cached) ?? {}, answer ? optimistic.fields : earlier);
        if (answer) confirmed?.(cached, answer.data);
      }),
    );
  if (!(replaces && isConflict)) settle();
  if (!isConflict || !query.tag) return;
  dispatch(portalApi.util.invalidateTags([query.tag]));
  if (!read || replaces) return;
  await read;
  // What was read before the mutation must not show until the query is read again.
  settle();
}

/** Shows the new values of a row's fields, and returns the earlier ones. */
function showFields<Data, State, Row extends object>(
  query: CachedQuery<Data, State>,
  { find, fields }: { readonly find: (data: Data) => Row | undefined; readonly fields: Partial<Row> },
  dispatch: ThunkDispatch<State, unknown, UnknownAction>,
): Partial<Row> {
  const earlier: Partial<Row> = {};
  dispatch(
    query.update((data) => {
      const row = find(data);
      if (!row) return;
      for (const name in fields) earlier[name] = row[name];
      Object.assign(row, fields);
    }),
  );
  return earlier;
}

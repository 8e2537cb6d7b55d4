import type { Call } from '@portal/contract';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useStore } from 'react-redux';
import type { RequestInput } from '../http/request.ts';
import type { KindOfList, Listed, Page } from './list-in-pages.ts';

/** A list in the store that may have stopped before its end. */
interface ListInStore<C extends Call, P extends Page<unknown>, State> {
  readonly kind: KindOfList<C, P>;
  readonly input: RequestInput;
  readonly select: (state: State) => { readonly data?: Listed<P> | undefined };
  readonly change: (to: () => Listed<P>) => ThunkAction<unknown, State, unknown, UnknownAction>;
}

/** Loads what is missing of a list, from the page on that failed; ends once that came or failed again. */
export function useGoOn<C extends Call, P extends Page<unknown>, State>(
  list: ListInStore<C, P, State>,
): () => Promise<void> {
  const store = useStore<State>();
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
  return async () => {
    const { goOn } = await import('./rest-of-list.ts');
    await goOn(list, {
      dispatch,
      getCacheEntry: () => list.select(store.getState()),
      updateCachedData: (change) => dispatch(list.change(change)),
    });
  };
}

import { QueryStatus } from '@reduxjs/toolkit/query';
import { waitFor } from '@testing-library/react';
import type { visit } from './render-portal.tsx';

type Store = Awaited<ReturnType<typeof visit>>['store'];

/** Whether a request to the API has no response yet. */
export function hasPendingRequests(store: Store): boolean {
  const { queries, mutations } = store.getState().api;
  return [...Object.values(queries), ...Object.values(mutations)].some(
    (request) => request?.status === QueryStatus.pending,
  );
}

/** Waits until all requests to the API have a response. */
export const requestsSettled = (store: Store, options?: Parameters<typeof waitFor>[1]) =>
  waitFor(() => expect(hasPendingRequests(store)).toBe(false), options);

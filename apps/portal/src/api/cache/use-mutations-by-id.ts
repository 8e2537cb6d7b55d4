import { useCallback, useRef, useState } from 'react';
import { trackPending } from '../../lib/leave-guard.ts';
import { toRequestError, type RequestError } from '../http/request-error.ts';

interface MutationResult {
  readonly error?: Parameters<typeof toRequestError>[0];
}

/**
 * Runs one mutation for the rows of a list. For each row it has the pending state and the error of the last request. A
 * request for a row is not sent while another one for that row is pending, so that they cannot overtake each other. Use one
 * hook for each kind of mutation.
 */
export function useMutationsById() {
  const [errors, setErrors] = useState<ReadonlyMap<string, RequestError>>(new Map());
  const [pendingIds, setPendingIds] = useState<ReadonlySet<string>>(new Set());
  const pending = useRef(new Map<string, Promise<boolean>>());

  /** Resolves to whether the request succeeded. While one is pending, another call for that row returns its result. */
  const run = useCallback((id: string, request: () => Promise<MutationResult>): Promise<boolean> => {
    const duplicate = pending.current.get(id);
    if (duplicate) return duplicate;
    const mutation = trackPending(request).then((result) => {
      const error = toRequestError(result.error);
      pending.current.delete(id);
      setPendingIds(new Set(pending.current.keys()));
      setErrors((known) => {
        const next = new Map(known);
        next.delete(id);
        return error ? next.set(id, error) : next;
      });
      return error === undefined;
    });
    pending.current.set(id, mutation);
    setPendingIds(new Set(pending.current.keys()));
    return mutation;
  }, []);
  /** Like `run`, but a call for a row with a pending request is sent after it instead of dropped: the last value wins. */
  const runInOrder = useCallback(
    (id: string, request: () => Promise<MutationResult>): Promise<boolean> =>
      trackPending(async () => {
        // A loop, because several calls may wait for the same request.
        while (pending.current.has(id)) await pending.current.get(id);
        return run(id, request);
      }),
    [run],
  );
  const clearErrors = useCallback(() => setErrors(new Map()), []);
  return {
    errors,
    isPending: (id: string) => pendingIds.has(id),
    isAnyPending: pendingIds.size > 0,
    run,
    runInOrder,
    clearErrors,
    /** Replaces the errors, for example by those of an earlier visit of the page. */
    restoreErrors: setErrors,
  };
}

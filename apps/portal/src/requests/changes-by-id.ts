import { useCallback, useRef, useState } from 'react';
import { asFailure, type Failure } from '../http/failure.ts';
import { whilePending } from '../navigation/leave-guard.ts';

interface Outcome {
  readonly error?: Parameters<typeof asFailure>[0];
}

/**
 * One kind of change of many things of one list, by one request hook: tells of each thing whether it is being changed,
 * and why its last change was taken back. Who asks for a thing's change while one is on its way gets that one's answer,
 * so that they can't overtake each other. Another kind of change has its own of these, and waits for nothing here.
 */
export function useChangesById() {
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const underWay = useRef(new Map<string, Promise<boolean>>());

  /** Answers whether it succeeded. */
  const run = useCallback((id: string, request: () => Promise<Outcome>): Promise<boolean> => {
    const twin = underWay.current.get(id);
    if (twin) return twin;
    const change = whilePending(request).then(({ error }) => {
      const failure = asFailure(error);
      underWay.current.delete(id);
      setBusy(new Set(underWay.current.keys()));
      setFailures((known) => {
        const next = new Map(known);
        next.delete(id);
        return failure ? next.set(id, failure) : next;
      });
      return failure === undefined;
    });
    underWay.current.set(id, change);
    setBusy(new Set(underWay.current.keys()));
    return change;
  }, []);
  const forgetFailures = useCallback(() => setFailures(new Map()), []);
  return {
    failures,
    isBusy: (id: string) => busy.has(id),
    isAnyBusy: busy.size > 0,
    run,
    forgetFailures,
    /** Puts failures of an earlier visit of the page into the place of those of this one. */
    restoreFailures: setFailures,
  };
}

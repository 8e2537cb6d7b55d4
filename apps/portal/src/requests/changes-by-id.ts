import { useCallback, useRef, useState } from 'react';
import { asFailure, type Failure } from '../http/failure.ts';

interface Outcome {
  readonly error?: Parameters<typeof asFailure>[0];
}

/**
 * Changes of many things of one list by one request hook: tells of each thing why its last change was taken back, and
 * lets none be changed again while a change of its own is on its way, so that they can't overtake each other.
 */
export function useChangesById() {
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const busy = useRef(new Set<string>());
  /** Answers whether it succeeded. */
  const run = useCallback(async (id: string, request: () => Promise<Outcome>): Promise<boolean> => {
    if (busy.current.has(id)) return false;
    busy.current.add(id);
    const failure = asFailure((await request()).error);
    busy.current.delete(id);
    setFailures((known) => {
      const others = [...known].filter(([other]) => other !== id);
      return failure || others.length < known.size ? new Map(failure ? [...others, [id, failure]] : others) : known;
    });
    return failure === undefined;
  }, []);
  return { failures, run };
}

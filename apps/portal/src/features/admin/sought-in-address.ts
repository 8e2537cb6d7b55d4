import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Each search is a line of the audit log: half a word is none yet. */
const settled = 250;

const parameter = 'q';

/**
 * What is searched for, as it stands in the address, so that a search can be passed on and come back to. What is typed
 * gets there once the keys rest.
 */
export function useSoughtInAddress() {
  const [params, setParams] = useSearchParams();
  const sought = params.get(parameter) ?? '';
  const [typed, setTyped] = useState(sought);
  const [written, setWritten] = useState(sought);
  const [known, setKnown] = useState(sought);
  if (known !== sought) {
    setKnown(sought);
    // A link or the way back changed it, rather than what was typed.
    if (sought !== written) {
      setWritten(sought);
      setTyped(sought);
    }
  }
  useEffect(() => {
    if (typed.trim() === written) return undefined;
    const timer = setTimeout(() => {
      const next = typed.trim();
      setWritten(next);
      setParams(
        (given) => {
          if (next === '') given.delete(parameter);
          else given.set(parameter, next);
          return given;
        },
        // The first letter is a step that the way back undoes, the next ones are none.
        { replace: written !== '' },
      );
    }, settled);
    return () => clearTimeout(timer);
  }, [typed, written, setParams]);
  return { sought, typed, setTyped };
}

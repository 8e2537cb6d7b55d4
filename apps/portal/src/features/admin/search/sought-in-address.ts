import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../../navigation/paths.ts';

const parameter = 'q';

/** Where a search for a text stands. */
export const addressOfSearch = (text: string) => `${paths.workspaceAdmin}?${parameter}=${encodeURIComponent(text)}`;

/** What is searched for, as it stands in the address, so that a search can be passed on and come back to. */
export function useSoughtInAddress() {
  const [params, setParams] = useSearchParams();
  const sought = params.get(parameter) ?? '';
  const [typed, setTyped] = useState(sought);
  const [known, setKnown] = useState(sought);
  if (known !== sought) {
    setKnown(sought);
    // A link or the way back changed it, rather than what was typed.
    if (sought !== typed.trim()) setTyped(sought);
  }
  const search = (text: string) => {
    setTyped(text);
    const written = typed.trim();
    const next = text.trim();
    if (next === written) return;
    setParams(
      (given) => {
        if (next === '') given.delete(parameter);
        else given.set(parameter, next);
        return given;
      },
      // The first text is a step that the way back undoes, the next ones are none.
      { replace: written !== '' },
    );
  };
  return { sought, typed, search };
}

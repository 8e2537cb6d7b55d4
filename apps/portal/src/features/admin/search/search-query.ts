import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** As in `paths.adminSearch`. */
const parameter = 'q';

/** The search of the admin page. The query is in the URL, so that a search can be shared and reloaded. */
export function useSearchQuery() {
  const [params, setParams] = useSearchParams();
  const query = params.get(parameter) ?? '';
  const [typed, setTyped] = useState(query);
  const [previousQuery, setPreviousQuery] = useState(query);
  if (previousQuery !== query) {
    setPreviousQuery(query);
    // A link or the back button changed the query.
    if (query !== typed.trim()) setTyped(query);
  }
  const search = (text: string) => {
    setTyped(text);
    const current = typed.trim();
    const next = text.trim();
    if (next === current) return;
    setParams(
      (updated) => {
        if (next === '') updated.delete(parameter);
        else updated.set(parameter, next);
        return updated;
      },
      // Only the first query adds a history entry: the back button leaves the search.
      { replace: current !== '' },
    );
  };
  return { query, typed, search };
}

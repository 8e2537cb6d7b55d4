import { useEffect, useRef } from 'react';
import { passFocus } from './pass-focus.ts';

/** With a state, the button that led to it goes away: what had the focus must not leave it to nobody. */
export function useKeptFocus(state: string): void {
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    passFocus();
  }, [state]);
}

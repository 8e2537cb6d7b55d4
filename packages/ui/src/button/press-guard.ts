import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';

export const doubleClickGuard = 300;
export const confirmWindow = 3000;

interface PressGuard<E extends HTMLElement> {
  asking: boolean;
  press: (event: MouseEvent<E>) => void;
}

interface PressRules<E extends HTMLElement> {
  blocked: boolean;
  confirm: boolean;
  onPress: ((event: MouseEvent<E>) => void) | undefined;
}

/** Lets through only the clicks that count: not those on a blocked button, nor the second half of a double click. */
export function usePressGuard<E extends HTMLElement>({ blocked, confirm, onPress }: PressRules<E>): PressGuard<E> {
  const [asking, setAsking] = useState(false);
  const lastPress = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), confirmWindow);
    return () => clearTimeout(timer);
  }, [asking]);

  const press = useCallback(
    (event: MouseEvent<E>) => {
      const now = Date.now();
      const tooSoon = now - lastPress.current < doubleClickGuard;
      if (blocked || tooSoon) {
        swallow(event);
        return;
      }
      lastPress.current = now;
      if (confirm && !asking) {
        swallow(event);
        setAsking(true);
        return;
      }
      setAsking(false);
      onPress?.(event);
    },
    [asking, blocked, confirm, onPress],
  );
  return { asking: asking && confirm && !blocked, press };
}

/** Also keeps a submit button from submitting and a link from navigating. */
function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

import { useEffect, useRef } from 'react';

/**
 * Moves the focus after the focused element was removed: to the element that `findTarget` returns, else to the page's
 * heading. Does nothing if another element has the focus by then.
 */
export function focusFallback(findTarget?: () => HTMLElement | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const target = findTarget?.() ?? document.querySelector<HTMLElement>('main h1');
    // The target replaces an element near it or out of view, so the page must not scroll.
    target?.focus({ preventScroll: true });
  });
}

/** A ref for an element that may be removed while it contains the focus. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) focusFallback();
};

/** Moves the focus when a state change removes the focused button, for example the one that caused the change. */
export function useRefocusOnChange(state: string): void {
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    focusFallback();
  }, [state]);
}

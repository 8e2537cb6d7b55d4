import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';

const doubleClickGuardMs = 300;
const confirmWindowMs = 3000;

interface ClickGuard<E extends HTMLElement> {
  confirming: boolean;
  onClick: (event: MouseEvent<E>) => void;
}

interface ClickGuardOptions<E extends HTMLElement> {
  blocked: boolean;
  confirm: boolean;
  onClick: ((event: MouseEvent<E>) => void) | undefined;
  /** Whether each click counts. The button of a menu opens it again as soon as it is closed. */
  allowDoubleClick?: boolean | undefined;
}

/** Ignores clicks on a blocked button and the second click of a double click, and asks for confirmation if `confirm` is set. */
export function useClickGuard<E extends HTMLElement>({
  blocked,
  confirm,
  onClick,
  allowDoubleClick = false,
}: ClickGuardOptions<E>): ClickGuard<E> {
  const [confirming, setConfirming] = useState(false);
  const lastClickAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (!confirming) return;
    const timer = setTimeout(() => setConfirming(false), confirmWindowMs);
    return () => clearTimeout(timer);
  }, [confirming]);

  const handleClick = useCallback(
    (event: MouseEvent<E>) => {
      const now = Date.now();
      const isDoubleClick = !allowDoubleClick && now - lastClickAt.current < doubleClickGuardMs;
      if (blocked || isDoubleClick) {
        cancelEvent(event);
        return;
      }
      lastClickAt.current = now;
      if (confirm && !confirming) {
        cancelEvent(event);
        setConfirming(true);
        return;
      }
      setConfirming(false);
      onClick?.(event);
    },
    [confirming, blocked, confirm, onClick, allowDoubleClick],
  );
  return { confirming: confirming && confirm && !blocked, onClick: handleClick };
}

/** Also prevents form submission and link navigation. */
function cancelEvent(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

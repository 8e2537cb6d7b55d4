import { useCallback, useSyncExternalStore } from 'react';

export const cutCheckStep = 1000;

const checks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all texts: they are measured in one go, so that the browser lays the page out once at most. */
function everySecond(check: () => void): () => void {
  checks.add(check);
  timer ??= setInterval(() => {
    for (const each of checks) each();
  }, cutCheckStep);
  return () => {
    checks.delete(check);
    if (checks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whether an element's text has too little room, looked at anew every second. */
export function useIsCut(element: HTMLElement | null): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => (element ? everySecond(onChange) : () => undefined),
    [element],
  );
  return useSyncExternalStore(subscribe, () => element !== null && isCut(element));
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}

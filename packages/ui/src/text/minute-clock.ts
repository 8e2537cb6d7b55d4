import { useSyncExternalStore } from 'react';

export const clockStep = 60_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, clockStep);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, anew every minute: one timer however many times a page shows. */
export function useMinuteClock(): number {
  return useSyncExternalStore(subscribe, () => {
    // Nobody kept it going while no time was shown. Two reads in a row must agree, or React renders without end.
    if (listeners.size === 0 && Math.abs(Date.now() - now) >= 1000) now = Date.now();
    return now;
  });
}

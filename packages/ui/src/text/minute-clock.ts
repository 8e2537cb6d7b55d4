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

/**
 * The time, anew every minute: one timer however many times a page shows. It is not before `known` where that has been by
 * now: what has just been done is no thing to come.
 */
export function useMinuteClock(known = 0): number {
  return useSyncExternalStore(subscribe, () => {
    const real = Date.now();
    // Nobody kept it going while no time was shown. Two reads in a row must agree, or React renders without end.
    const isLate = listeners.size === 0 && Math.abs(real - now) >= 1000;
    if (isLate || (known > now && known <= real)) now = real;
    return now;
  });
}

import { useContext, useEffect, useState } from 'react';
import { ClockOffsetContext } from './clock-offset.ts';

const refreshIntervalMs = 60_000;

type Listener = (now: number) => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;

function update(): void {
  if (document.visibilityState === 'hidden') return;
  const now = Date.now();
  for (const current of listeners) current(now);
}

/**
 * Calls back every minute, by one timer for the whole page, and when a hidden page is visible again: the computer may have slept.
 * Returns a function that stops it.
 */
function onEachMinute(listener: Listener): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(update, refreshIntervalMs);
    document.addEventListener('visibilitychange', update);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', update);
  };
}

/** The correct time at which the component was added to the page, updated every minute. */
export function useMinuteClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => onEachMinute(setNow), []);
  return now + useContext(ClockOffsetContext);
}

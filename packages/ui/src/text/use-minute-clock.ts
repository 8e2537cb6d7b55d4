import { useContext, useEffect, useState } from 'react';
import { ClockOffsetContext } from './clock-offset.ts';

const refreshIntervalMs = 60_000;

type Listener = (now: number) => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back every minute, by one timer for the whole page. Returns a function that stops it. */
function onEachMinute(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    const now = Date.now();
    for (const current of listeners) current(now);
  }, refreshIntervalMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The correct time at which the component was added to the page, updated every minute. */
export function useMinuteClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => onEachMinute(setNow), []);
  return now + useContext(ClockOffsetContext);
}

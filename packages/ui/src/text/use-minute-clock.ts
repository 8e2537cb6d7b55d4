import { useSyncExternalStore } from 'react';

const refreshIntervalMs = 60_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const current of listeners) current();
  }, refreshIntervalMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let timeOfTask: number | undefined;

/** The time of the first read in a task. React reads twice in a render, and warns if the reads differ. */
function getTimeOfTask(): number {
  if (timeOfTask === undefined) {
    timeOfTask = Date.now();
    void Promise.resolve().then(() => {
      timeOfTask = undefined;
    });
  }
  return timeOfTask;
}

/**
 * The current time, updated every minute by one timer for the whole page. It is not before `notBefore` if that time has
 * passed, so that a new event does not appear to be in the future.
 */
export function useMinuteClock(notBefore = 0): number {
  return useSyncExternalStore(subscribe, () => {
    const currentTime = getTimeOfTask();
    // The timer stops while nothing is subscribed. Within a second, reads must return the same value, or React loops.
    const isStale = listeners.size === 0 && Math.abs(currentTime - now) >= 1000;
    if (isStale || (notBefore > now && notBefore <= currentTime)) now = currentTime;
    return now;
  });
}

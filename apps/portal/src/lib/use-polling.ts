import { useEffect, useEffectEvent } from 'react';

const maxDelayMs = 60_000;

/**
 * Refetches a query with growing delays while it is enabled, and when the browser is online again. A hidden page does not
 * refetch until it is visible.
 */
export function usePolling(enabled: boolean, { refetch }: { refetch: () => unknown }, initialDelayMs = 1_000): void {
  const onPoll = useEffectEvent(refetch);
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout>;
    const pollIfVisible = () => {
      if (!document.hidden) onPoll();
    };
    const schedule = (delayMs: number) => {
      timer = setTimeout(() => {
        pollIfVisible();
        schedule(Math.min(delayMs * 1.5, maxDelayMs));
      }, delayMs);
    };
    schedule(initialDelayMs);
    window.addEventListener('online', pollIfVisible);
    document.addEventListener('visibilitychange', pollIfVisible);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', pollIfVisible);
      document.removeEventListener('visibilitychange', pollIfVisible);
    };
  }, [enabled, initialDelayMs]);
}

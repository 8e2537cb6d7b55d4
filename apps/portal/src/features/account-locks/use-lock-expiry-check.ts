import { ClockOffsetContext } from '@portal/ui';
import { useContext, useEffect } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';

/** The first delay between checks after the end of the lock, since the clocks may differ by seconds. It doubles each time. */
const initialDelayMs = 10_000;

/** Support may lift the lock early, and timers are limited to 24 days. */
const maxDelayMs = 3_600_000;

/** Checks automatically whether the lock has expired. */
export function useLockExpiryCheck(until: string | null): void {
  const { refetch } = useWhoamiQuery();
  const offsetMs = useContext(ClockOffsetContext);
  useEffect(() => {
    if (until === null) return;
    let timer: number;
    const schedule = (delayMs: number) => {
      const remainingMs = Date.parse(until) - (Date.now() + offsetMs);
      const check = () => {
        void refetch();
        schedule(remainingMs > delayMs ? delayMs : 2 * delayMs);
      };
      timer = window.setTimeout(check, Math.min(Math.max(remainingMs, delayMs), maxDelayMs));
    };
    schedule(initialDelayMs);
    return () => clearTimeout(timer);
  }, [until, refetch, offsetMs]);
}

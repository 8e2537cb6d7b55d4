import { useEffect } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';

/** Milliseconds until it looks again where it is not over yet, as the clock here runs ahead; each time twice as long. */
const firstPause = 10_000;

/** Milliseconds: support may end it before, and longer than 24 days no timer waits. */
const longest = 3_600_000;

/** Looks whether a lock-out is over once it should be, so that nobody has to. */
export function useLookAtEnd(until: string | null): void {
  const { refetch } = useWhoamiQuery();
  useEffect(() => {
    if (until === null) return;
    let timer: number;
    const lookAgain = (pause: number) => {
      const left = Date.parse(until) - Date.now();
      const look = () => {
        void refetch();
        lookAgain(left > pause ? pause : 2 * pause);
      };
      timer = window.setTimeout(look, Math.min(Math.max(left, pause), longest));
    };
    lookAgain(firstPause);
    return () => clearTimeout(timer);
  }, [until, refetch]);
}

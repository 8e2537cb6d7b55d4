import { useEffect } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';

/** Milliseconds: the first pause where it is not over yet, as the clock here runs ahead; each is twice the one before. */
const firstPause = 10_000;

/** Milliseconds: longer than 24 days no timer waits. */
const longest = 86_400_000;

/** Looks whether a lock-out is over once it should be, so that nobody has to. */
export function useLookAtEnd(until: string | null): void {
  const { refetch } = useWhoamiQuery();
  useEffect(() => {
    if (until === null) return;
    let timer: number;
    const lookIn = (pause: number) => {
      timer = window.setTimeout(
        () => {
          void refetch();
          lookIn(Math.max(Date.parse(until) - Date.now(), 2 * pause));
        },
        Math.min(pause, longest),
      );
    };
    lookIn(Math.max(Date.parse(until) - Date.now(), firstPause));
    return () => clearTimeout(timer);
  }, [until, refetch]);
}

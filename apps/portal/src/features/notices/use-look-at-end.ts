import { useEffect } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';

/** Milliseconds. With a clock that runs ahead of the API's it looks more than once; a timer holds no more than 24 days. */
const [soonest, latest] = [10_000, 86_400_000];

/** Looks whether the pause is over once it should be, so that nobody has to. */
export function useLookAtEnd(until: string | null): void {
  const { refetch } = useWhoamiQuery();
  useEffect(() => {
    if (until === null) return;
    let timer: number;
    const look = () => {
      void refetch();
      wait();
    };
    const wait = () => {
      timer = window.setTimeout(look, Math.min(Math.max(Date.parse(until) - Date.now(), soonest), latest));
    };
    wait();
    return () => clearTimeout(timer);
  }, [until, refetch]);
}

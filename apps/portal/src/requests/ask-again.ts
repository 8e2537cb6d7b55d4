import { useEffect, useEffectEvent } from 'react';

const longestPause = 60_000;

/**
 * Asks again as long as another answer is to be expected: soon at first, in milliseconds, then ever less often; and as soon
 * as the browser has a network again. A hidden page does not ask; it asks once it is visible again.
 */
export function useAskAgain(expecting: boolean, { refetch }: { refetch: () => unknown }, firstPause = 1_000): void {
  const ask = useEffectEvent(refetch);
  useEffect(() => {
    if (!expecting) return;
    let timer: ReturnType<typeof setTimeout>;
    const askIfVisible = () => {
      if (!document.hidden) ask();
    };
    const askIn = (pause: number) => {
      timer = setTimeout(() => {
        askIfVisible();
        askIn(Math.min(pause * 1.5, longestPause));
      }, pause);
    };
    askIn(firstPause);
    window.addEventListener('online', askIfVisible);
    document.addEventListener('visibilitychange', askIfVisible);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', askIfVisible);
      document.removeEventListener('visibilitychange', askIfVisible);
    };
  }, [expecting, firstPause]);
}

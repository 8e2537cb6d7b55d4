import { useEffect } from 'react';

const firstPause = 1_000;
const longestPause = 60_000;

/** Asks again as long as another answer is to be expected: soon at first, then ever less often. */
export function useAskAgain(expecting: boolean, { refetch }: { refetch: () => unknown }): void {
  useEffect(() => {
    if (!expecting) return;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (pause: number) => {
      timer = setTimeout(() => {
        refetch();
        askIn(Math.min(pause * 1.5, longestPause));
      }, pause);
    };
    askIn(firstPause);
    return () => clearTimeout(timer);
  }, [expecting, refetch]);
}

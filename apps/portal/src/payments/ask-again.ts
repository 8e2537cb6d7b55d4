import { useEffect } from 'react';

const pause = 3000;

/** Asks again every few seconds, as long as another answer is to be expected. */
export function useAskAgain(expecting: boolean, { refetch }: { refetch: () => unknown }): void {
  useEffect(() => {
    if (!expecting) return;
    const timer = setInterval(() => void refetch(), pause);
    return () => clearInterval(timer);
  }, [expecting, refetch]);
}

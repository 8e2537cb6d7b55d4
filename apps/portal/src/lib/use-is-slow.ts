import { useEffect, useState } from 'react';

const slowAfterMs = 10_000;

/** Whether an operation takes longer than usual. `startedAt` is in milliseconds, or undefined if there is none. */
export function useIsSlow(startedAt: number | undefined): boolean {
  const [slowSince, setSlowSince] = useState<number>();
  useEffect(() => {
    if (startedAt === undefined) return;
    const timer = setTimeout(() => setSlowSince(startedAt), startedAt + slowAfterMs - Date.now());
    return () => clearTimeout(timer);
  }, [startedAt]);
  return startedAt !== undefined && slowSince === startedAt;
}

import { useEffect, useState } from 'react';

/** Milliseconds. */
const long = 10_000;

/** Whether a wait that began at a moment, in milliseconds, has got long; undefined: nothing is waited for. */
export function useIsLate(since: number | undefined): boolean {
  const [late, setLate] = useState<number>();
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setLate(since), since + long - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && late === since;
}

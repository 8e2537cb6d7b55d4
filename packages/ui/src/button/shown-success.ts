import { useEffect, useState } from 'react';

export const successDuration = 2000;

/** True for a while after `success` turned true, and then false again, even if the caller leaves it set. */
export function useShownSuccess(success: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!success) return;
    const timer = setTimeout(() => setOver(true), successDuration);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [success]);
  return success && !over;
}

import { useEffect, useEffectEvent } from 'react';

/** Looks again whenever somebody comes back to the page, which is when they have done something elsewhere. */
export function useComeBack(look: () => unknown, isWanted = true): void {
  const comeBack = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') look();
  });

  useEffect(() => {
    if (!isWanted) return;
    const onEvent = () => comeBack();
    window.addEventListener('focus', onEvent);
    document.addEventListener('visibilitychange', onEvent);
    return () => {
      window.removeEventListener('focus', onEvent);
      document.removeEventListener('visibilitychange', onEvent);
    };
  }, [isWanted]);
}

import { useEffect, useEffectEvent } from 'react';

/** Calls back when the user returns to the window or the tab. */
export function useWindowFocus(onFocus: () => unknown, enabled = true): void {
  const handleFocus = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') onFocus();
  });

  useEffect(() => {
    if (!enabled) return;
    const onEvent = () => handleFocus();
    window.addEventListener('focus', onEvent);
    document.addEventListener('visibilitychange', onEvent);
    return () => {
      window.removeEventListener('focus', onEvent);
      document.removeEventListener('visibilitychange', onEvent);
    };
  }, [enabled]);
}

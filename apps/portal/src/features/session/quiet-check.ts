import { useEffect, useEffectEvent } from 'react';
import { useRefreshAuth0ProfileMutation } from '../../api/users.api.ts';
import { useComeBack } from '../../navigation/come-back.ts';

/** The API allows five a minute, and somebody may want to ask by hand as well. */
const pause = 20_000;

/**
 * Asks the provider whether the address is verified by now: when the page was loaded, and whenever somebody comes back
 * to it, for that is when they have followed the link. What goes wrong stays unsaid; nobody asked for it.
 */
export function useQuietCheck(userId: string): void {
  const [refresh, { startedTimeStamp: lastTime = 0 }] = useRefreshAuth0ProfileMutation({
    fixedCacheKey: `quiet check ${userId}`,
  });
  const check = () => {
    if (document.visibilityState === 'hidden' || Date.now() - lastTime < pause) return;
    void refresh({ params: { userId } });
  };
  const checkOnLoad = useEffectEvent(check);

  useEffect(() => checkOnLoad(), []);
  useComeBack(check);
}

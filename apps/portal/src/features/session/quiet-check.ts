import { useEffect, useEffectEvent, useRef } from 'react';
import { lastEmailCheck } from '../../api/email-checks.ts';
import { useRefreshAuth0ProfileMutation } from '../../api/users.api.ts';
import { useComeBack } from '../../navigation/come-back.ts';

/** The API allows five refreshes a minute. They are the user's own; an automatic check takes one of them at most. */
const minute = 60_000;

/** How long the next automatic check has to wait, in milliseconds. */
function waitFor(userId: string): number {
  const age = Date.now() - lastEmailCheck(userId);
  return age >= 0 && age < minute ? minute - age : 0;
}

/**
 * Asks the identity provider whether the address is verified by now: when the page is loaded, and when the user comes
 * back to it, which is when they have followed the link. All tabs together ask at most once a minute, and not within a
 * minute of a login or of a check that the user made; then the check follows once the minute is over. A failure is not
 * shown, because the user did not ask.
 */
export function useQuietCheck(userId: string): void {
  const [refresh] = useRefreshAuth0ProfileMutation({ fixedCacheKey: `quiet check ${userId}` });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = () => {
    if (document.visibilityState === 'hidden' || waitFor(userId) > 0) return;
    void refresh({ params: { userId } });
  };
  const checkInTime = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(check, waitFor(userId));
  };
  const checkOnLoad = useEffectEvent(checkInTime);

  useEffect(() => {
    checkOnLoad();
    return () => clearTimeout(timer.current);
  }, []);
  useComeBack(checkInTime);
}

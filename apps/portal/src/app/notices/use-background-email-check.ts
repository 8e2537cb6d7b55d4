import { useEffect, useEffectEvent, useRef } from 'react';
import {
  lastCheckOrLoginAt,
  lastEmailCheckAt,
  lastReturnCheckAt,
  recordReturnCheck,
} from '../../api/cache/email-checks.ts';
import { useRefreshAuth0ProfileMutation } from '../../api/users.api.ts';
import { useWindowFocus } from '../../lib/use-window-focus.ts';

/** The API allows five refreshes a minute. The background checks use at most two of them: one for a load, one for a return. */
const minIntervalMs = 60_000;

/** How long a check must wait after another one. */
function delayAfter(checkedAt: number): number {
  const ageMs = Date.now() - checkedAt;
  return ageMs >= 0 && ageMs < minIntervalMs ? minIntervalMs - ageMs : 0;
}

/**
 * Checks whether the email is verified when the page loads and when the user returns to it, for example after they opened
 * the link in the verification email. The first return is checked at once, whatever the page load has checked. Otherwise, all
 * tabs together check at most once a minute: a check within a minute of another one, or of a check that the user started, is
 * delayed. The page that a login leads to waits a minute too. Errors are not shown.
 */
export function useBackgroundEmailCheck(userId: string): void {
  const [refresh] = useRefreshAuth0ProfileMutation({ fixedCacheKey: `background check ${userId}` });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = (lastCheckAt: (userId: string) => number) => {
    clearTimeout(timer.current);
    // When the user returns, `useWindowFocus` calls back.
    if (document.visibilityState === 'hidden') return;
    const delayMs = delayAfter(lastCheckAt(userId));
    if (delayMs > 0) timer.current = setTimeout(check, delayMs, lastCheckAt);
    else void refresh({ params: { userId } });
  };
  const checkOnLoad = useEffectEvent(() => {
    // The login records itself after this effect.
    timer.current = setTimeout(check, 0, lastCheckOrLoginAt);
  });

  useEffect(() => {
    checkOnLoad();
    return () => clearTimeout(timer.current);
  }, []);
  useWindowFocus(() => {
    const isFirstReturn = delayAfter(lastReturnCheckAt(userId)) === 0;
    if (isFirstReturn) recordReturnCheck(userId);
    check(isFirstReturn ? () => 0 : lastEmailCheckAt);
  });
}

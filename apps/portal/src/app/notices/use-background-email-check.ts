import { useEffect, useEffectEvent, useRef } from 'react';
import { lastEmailCheckAt } from '../../api/email-checks.ts';
import { useRefreshAuth0ProfileMutation } from '../../api/users.api.ts';
import { useWindowFocus } from '../../lib/use-window-focus.ts';

/** The API allows five refreshes a minute. The background check uses at most one of them. */
const minIntervalMs = 60_000;

/** How long the next background check must wait. */
function remainingDelayMs(userId: string): number {
  const ageMs = Date.now() - lastEmailCheckAt(userId);
  return ageMs >= 0 && ageMs < minIntervalMs ? minIntervalMs - ageMs : 0;
}

/**
 * Checks whether the email is verified when the page loads and when the user returns to it, for example after they opened
 * the link in the verification email. All tabs together check at most once a minute. A check within a minute of a login,
 * or of a check that the user started, is delayed. Errors are not shown.
 */
export function useBackgroundEmailCheck(userId: string): void {
  const [refresh] = useRefreshAuth0ProfileMutation({ fixedCacheKey: `background check ${userId}` });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = () => {
    if (document.visibilityState === 'hidden' || remainingDelayMs(userId) > 0) return;
    void refresh({ params: { userId } });
  };
  const scheduleCheck = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(check, remainingDelayMs(userId));
  };
  const checkOnLoad = useEffectEvent(scheduleCheck);

  useEffect(() => {
    checkOnLoad();
    return () => clearTimeout(timer.current);
  }, []);
  useWindowFocus(scheduleCheck);
}

import { useEffect } from 'react';
import { track } from '../analytics/analytics.ts';
import { forgetLoginAttempt } from '../features/session/login-attempt.ts';
import type { RouteName } from '../navigation/paths.ts';
import { tellOtherTabs } from '../navigation/other-tabs.ts';

/** Notes that somebody came from the login, wherever they are led from there. */
export function useArrival(route: RouteName, userId: string | undefined): void {
  const arrived = route === 'login-success' && userId !== undefined;
  useEffect(() => {
    if (!arrived) return;
    track('logged-in');
    forgetLoginAttempt();
    tellOtherTabs();
  }, [arrived]);
}

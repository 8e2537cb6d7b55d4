import { useEffect } from 'react';
import { track } from '../analytics/analytics.ts';
import { noteEmailCheck } from '../api/email-checks.ts';
import { useWhoamiState } from '../api/session.api.ts';
import { forgetLoginAttempt } from '../features/session/login-attempt.ts';
import type { RouteName } from '../navigation/paths.ts';
import { tellOtherTabs } from '../navigation/other-tabs.ts';
import { sharedStorage } from '../navigation/shared-storage.ts';

const key = 'SI:LOGIN-TRACKED';

/**
 * Notes that somebody came from the login, wherever they are led from there. Other ways lead through that page, too: a
 * review of the terms, or the login page for somebody who is logged in. The login is tracked once, by its session.
 */
export function useArrival(route: RouteName): void {
  const { data } = useWhoamiState();
  const userId = data?.user.id;
  const login = data && `${data.user.id} ${data.session?.startedAt ?? ''}`;
  const arrived = route === 'login-success' && userId !== undefined;

  useEffect(() => {
    if (!arrived) return;
    forgetLoginAttempt();
    tellOtherTabs();
  }, [arrived]);

  useEffect(() => {
    if (!arrived || login === undefined || sharedStorage.read(key) === login) return;
    sharedStorage.write(key, login);
    // The provider said at the login whether the address is verified.
    noteEmailCheck(userId);
    track('logged-in');
  }, [arrived, login, userId]);
}

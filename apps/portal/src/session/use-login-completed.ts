import { useEffect } from 'react';
import { identify, track } from '../analytics/analytics.ts';
import { noteEmailCheck } from '../api/email-checks.ts';
import { loginOf, useWhoamiState } from '../api/session.api.ts';
import type { RouteName } from '../navigation/paths.ts';
import { sharedStorage } from '../navigation/shared-storage.ts';
import { forgetLoginAttempt } from './login-redirect.ts';
import { announceLogin } from './other-tabs.ts';

const storageKey = 'SI:LOGIN-TRACKED';

/**
 * Handles a completed login, wherever the user is led from there. A review of the terms and the login page lead a user
 * who is logged in through the same page, so the login is tracked once for its session.
 */
export function useLoginCompleted(route: RouteName): void {
  const { data } = useWhoamiState();
  const userId = data?.user.id;
  const login = data && loginOf(data);
  const isCompleted = route === 'login-success' && userId !== undefined;

  useEffect(() => {
    if (!isCompleted) return;
    forgetLoginAttempt();
    announceLogin();
  }, [isCompleted]);

  useEffect(() => {
    if (!isCompleted || login === undefined || sharedStorage.read(storageKey) === login) return;
    sharedStorage.write(storageKey, login);
    // The identity provider reported at the login whether the email is verified.
    noteEmailCheck(userId);
    identify(userId);
    track('logged-in');
  }, [isCompleted, login, userId]);
}

import { useEffect } from 'react';
import { identify, track } from '../analytics/analytics.ts';
import { recordLoginCheck } from '../api/cache/email-checks.ts';
import { loginIdOf, useWhoamiState } from '../api/session.api.ts';
import type { RouteName } from '../lib/paths.ts';
import { sharedStorage } from '../lib/storage.ts';
import { announceLogin } from './other-tabs.ts';
import { confirmPendingAction, forgetUnconfirmedAction } from './stored-action.ts';
import { clearLoginAttempt } from './tab-state.ts';

const storageKey = 'SI-LOGIN-TRACKED';

/**
 * Handles a completed login. Users who are logged in also open `/login-success`, from the login page and after they accept
 * the terms, so the login is tracked once for each session.
 */
export function useLoginCompleted(route: RouteName): void {
  const { data } = useWhoamiState();
  const userId = data?.user.id;
  const login = data && loginIdOf(data);
  const isCompleted = route === 'login-success' && userId !== undefined;

  useEffect(() => {
    if (!isCompleted) return;
    clearLoginAttempt();
    announceLogin();
  }, [isCompleted]);

  useEffect(() => {
    if (isCompleted && login !== undefined) confirmPendingAction(login);
  }, [isCompleted, login]);

  useEffect(() => {
    if (route !== 'login-success') forgetUnconfirmedAction();
  }, [route]);

  useEffect(() => {
    if (!isCompleted || login === undefined || sharedStorage.read(storageKey) === login) return;
    sharedStorage.write(storageKey, login);
    // The login has just checked whether the email is verified.
    recordLoginCheck(userId);
    identify(userId);
    track('logged-in');
  }, [isCompleted, login, userId]);
}

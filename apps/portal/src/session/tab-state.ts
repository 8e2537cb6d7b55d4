import { loginRedirectKey } from '@portal/contract';
import { clearDrafts } from '../lib/drafts.ts';
import type { InternalNavigation } from '../lib/internal-navigation.ts';
import { paths } from '../lib/paths.ts';
import { clearRecentWorkspaces } from '../lib/recent-workspaces.ts';
import { safeRedirect } from '../lib/safe-redirect.ts';
import { clearListQuery, tabStorage } from '../lib/storage.ts';
import { forgetAction } from './stored-action.ts';

// What a tab stores while the user logs in, and while it reloads for another user.

/** The location state with which a page that requires a login navigates to the login page. */
export interface LoginState {
  readonly reason: string | undefined;
}

/** Not destinations after a login: the root path, and `/login-success`, which would redirect to itself. */
const excludedDestinations: readonly string[] = ['/', paths.loginSuccess];

function toDestination(path: string | null | undefined): string | null {
  const destination = safeRedirect(path);
  return destination === null || excludedDestinations.includes(destination.replace(/[?#].*$/, '')) ? null : destination;
}

/** Stores the path to open after the login. */
export function saveLoginRedirect(path: string): void {
  const destination = toDestination(path);
  if (destination) tabStorage.write(loginRedirectKey, destination);
}

/** The path to open after the login, if it is a page of the portal. */
export const savedLoginRedirect = () => toDestination(tabStorage.read(loginRedirectKey));

export const clearLoginRedirect = () => tabStorage.remove(loginRedirectKey);

/** The stored path, if a new user returns to it when their profile is complete: an invitation, or the approval of a terminal. */
export function savedReturnPath(): string | null {
  const destination = savedLoginRedirect();
  return destination && /^\/(invitations|device|terminal)\b/.test(destination) ? destination : null;
}

interface SavedInvitation {
  /** Of the link. A login passes it on. */
  readonly token: string;
  /** Whether the user accepted before the login. */
  readonly isAccepted: boolean;
}

/** The stored invitation, to which a new user returns. */
export function savedInvitation(): SavedInvitation | undefined {
  const { pathname, searchParams } = new URL(savedLoginRedirect() ?? '/', window.location.origin);
  const token = /^\/invitations\/([\w-]+)/.exec(pathname)?.[1];
  return token === undefined ? undefined : { token, isAccepted: searchParams.has('accepted') };
}

const loginAttemptKey = 'SI-LOGIN-ATTEMPT';

/** As long as a login at the identity provider may take. */
const recentAttemptMs = 60 * 60_000;

/** Records that this tab navigates to the identity provider. */
export const recordLoginAttempt = () => tabStorage.write(loginAttemptKey, String(Date.now()));

/** Whether this tab recently navigated to the identity provider. If it returns without a login, it must not do so again. */
export const hasRecentLoginAttempt = () => Date.now() - Number(tabStorage.read(loginAttemptKey) ?? 0) < recentAttemptMs;

export const clearLoginAttempt = () => tabStorage.remove(loginAttemptKey);

const accountSwitchKey = 'SI-ACCOUNT-CHANGED';

/** Records that the page reloads because another user logged in, so that the reloaded page can notify the user. */
export const markAccountSwitch = () => tabStorage.write(accountSwitchKey, 'yes');

/** Whether the page was reloaded because another user logged in. */
export const wasAccountSwitched = () => tabStorage.read(accountSwitchKey) !== null;

export const clearAccountSwitch = () => tabStorage.remove(accountSwitchKey);

const logoutRedirectKey = 'SI-LOGOUT-REDIRECT';

/** The location state with which a page navigates to the logout, to be opened again after it. */
export interface LogoutState extends InternalNavigation {
  readonly returnTo: string;
}

/** Stores the path to open after the logout. Without a path, the logout ends on its own page. */
export function saveLogoutRedirect(path: string | undefined): void {
  const destination = safeRedirect(path);
  if (destination) tabStorage.write(logoutRedirectKey, destination);
  else tabStorage.remove(logoutRedirectKey);
}

/** The path to open after the logout, if it is a page of the portal. */
export const savedLogoutRedirect = () => safeRedirect(tabStorage.read(logoutRedirectKey));

export const clearLogoutRedirect = () => tabStorage.remove(logoutRedirectKey);

/** The users whose pages a staff member opened. */
export const recentUsersKey = 'SI-RECENT-USERS';

/** Removes what the user typed and looked at. Call it when another user logs in. */
export function clearUserData(): void {
  clearDrafts();
  forgetAction();
  clearListQuery();
  tabStorage.remove(recentUsersKey);
  clearRecentWorkspaces();
}

/** Removes the data of the user at logout. */
export function clearTabState(): void {
  clearLoginRedirect();
  clearUserData();
  clearLoginAttempt();
}

import { loginRedirectKey } from '@portal/contract';
import { ownPath } from '../navigation/own-path.ts';
import { paths } from '../navigation/paths.ts';
import { tabStorage } from '../navigation/tab-storage.ts';

/** What a page that requires a login hands to the login page. */
export interface LoginState {
  readonly reason: string | undefined;
}

/** The root path is no destination, and `/login-success` would lead to itself. */
const noDestination: readonly string[] = ['/', paths.loginSuccess];

function destinationOf(path: string | null | undefined): string | null {
  const own = ownPath(path);
  return own === null || noDestination.includes(own.replace(/[?#].*$/, '')) ? null : own;
}

/** Remembers the path that a login interrupts. */
export function rememberPath(path: string): void {
  const destination = destinationOf(path);
  if (destination) tabStorage.write(loginRedirectKey, destination);
}

/** The remembered path, if it leads to a page of the portal. */
export const rememberedPath = () => destinationOf(tabStorage.read(loginRedirectKey));

export const forgetPath = () => tabStorage.forget(loginRedirectKey);

const attemptKey = 'SI-LOGIN-ATTEMPT';

/** In milliseconds. */
const recently = 60_000;

/** Remembers that this tab was sent to the identity provider just now. */
export const markLoginAttempt = () => tabStorage.write(attemptKey, String(Date.now()));

/** Whether this tab was sent to the identity provider lately: who comes back without a login is not sent there again. */
export const hasRecentLoginAttempt = () => Date.now() - Number(tabStorage.read(attemptKey) ?? 0) < recently;

export const forgetLoginAttempt = () => tabStorage.forget(attemptKey);

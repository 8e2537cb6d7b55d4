import { loginRedirectKey } from '@portal/contract';
import { ownPath } from './own-path.ts';
import { paths } from './paths.ts';
import { tabStorage } from './tab-storage.ts';

/** What a page that wants a login hands to the login page. */
export interface LoginState {
  readonly reason: string | undefined;
}

/** The root path is nowhere in particular, and the page that leads on from a login would lead to itself. */
const nowhere: readonly string[] = ['/', paths.loginSuccess];

function destinationOf(path: string | null | undefined): string | null {
  const own = ownPath(path);
  return own === null || nowhere.includes(own.replace(/[?#].*$/, '')) ? null : own;
}

/** Remembers where a login interrupted somebody. */
export function rememberPath(path: string): void {
  const destination = destinationOf(path);
  if (destination) tabStorage.write(loginRedirectKey, destination);
}

/** The remembered path, if it is one of our own. */
export const rememberedPath = () => destinationOf(tabStorage.read(loginRedirectKey));

/** Forgets the remembered path. */
export const forgetPath = () => tabStorage.forget(loginRedirectKey);

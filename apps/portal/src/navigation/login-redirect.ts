import { loginRedirectKey } from '@portal/contract';
import { ownPath } from './own-path.ts';

/** What a page that wants a login hands to the login page. */
export interface LoginState {
  readonly reason: string | undefined;
}

/** Session storage where the browser grants it: a login is one tab's matter. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Remembers where a login interrupted somebody; the root path is nowhere in particular. */
export function rememberPath(path: string): void {
  const own = ownPath(path);
  if (own && own !== '/') storage()?.setItem(loginRedirectKey, own);
}

/** The remembered path, if it is one of our own. */
export const rememberedPath = () => ownPath(storage()?.getItem(loginRedirectKey));

/** Forgets the remembered path. */
export const forgetPath = () => storage()?.removeItem(loginRedirectKey);

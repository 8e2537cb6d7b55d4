import type { Cookies } from './cookies.ts';
import type { PortalApi } from './portal-api.ts';
import type { PortalTokens } from './portal-tokens.ts';
import type { SessionStore } from './sessions.ts';

/** What the parts of an instance share. */
export interface Context {
  readonly api: PortalApi;
  readonly tokens: PortalTokens;
  readonly store: SessionStore;
  readonly cookies: Cookies;
  readonly portalUrl: string;
  /** The path of the instance's URL, without a slash at its end. */
  readonly basePath: string;
  readonly accepts: (workspaceId: string) => Promise<boolean>;
}

/** The name of the session's cookie, after the prefix. */
export const sessionCookie = 'session';

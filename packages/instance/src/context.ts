import type { JWTPayload } from 'jose';
import { ConnectError } from './connect-error.ts';
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

const workspaceIdPattern = /^[\dA-Z]{26}$/;

/** Returns the parameter `workspaceId`; null if it is no id. */
export function workspaceIdOf(query: URLSearchParams): string | null {
  const id = query.get('workspaceId') ?? '';
  return workspaceIdPattern.test(id) ? id : null;
}

/** The workspace that a token is for. Throws a `ConnectError` if it is none of the instance. */
export async function acceptedAudience(claims: JWTPayload, accepts: Context['accepts']): Promise<string> {
  const { aud } = claims;
  if (typeof aud === 'string' && (await accepts(aud))) return aud;
  throw new ConnectError('OtherWorkspace', 'the token is for another workspace');
}

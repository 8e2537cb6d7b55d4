import { PortalError } from '@portal/client';
import type { App } from '../app.ts';
import { notLoggedIn } from '../errors.ts';
import { withLock } from '../profile/lock.ts';
import type { Profile } from '../profile/profile.ts';
import { requestTokens, type TokenResponse } from './token-response.ts';

/** The key of the access token that is for no workspace. */
export const accountKey = 'account';

/** An access token is not used in its last minute. */
const marginMs = 60_000;
/** With the time-out of each attempt, this stays below the age at which another process takes the lock over. */
const retryWaitsMs = [500, 2_000];

/**
 * The access token of a workspace, or of the account. Many processes share a profile, and each refresh replaces the refresh token of all of
 * them. So one process refreshes under the lock, and the others take its result from the profile.
 */
export async function getAccessToken(app: App, workspaceId: string | null, refused?: string): Promise<string> {
  const key = workspaceId ?? accountKey;
  const stored = () => cachedToken(requireProfile(app), key, refused);
  return stored() ?? (await withLock(app.profileFile.lockPath, app.terminal, () => refresh(app, key, refused), stored));
}

export function requireProfile({ profileFile }: App): Profile {
  const profile = profileFile.read();
  if (profile === null) throw notLoggedIn('You are not logged in.', profileFile.name);
  return profile;
}

function cachedToken({ accessTokens }: Profile, key: string, refused: string | undefined): string | undefined {
  const cached = Object.hasOwn(accessTokens, key) ? accessTokens[key] : undefined;
  const isUsable = cached !== undefined && cached.token !== refused && cached.expiresAtMs - marginMs > Date.now();
  return isUsable ? cached.token : undefined;
}

async function refresh(app: App, key: string, refused: string | undefined): Promise<string> {
  const profile = requireProfile(app);
  const cached = cachedToken(profile, key, refused);
  if (cached !== undefined) return cached;
  const tokens = await requestWithRefreshToken(app, profile, key);
  // Another process took the lock over and stored newer tokens.
  if (tokens === null) return refresh(app, key, refused);
  storeTokens(app, profile, key, tokens);
  return tokens.accessToken;
}

/**
 * Ctrl-C does not end this request: its answer has the only refresh token that will work. A lost answer is requested again at once, while
 * the API still gives the same one. Returns null if the refresh token is none any more, but another process has stored its successor.
 */
async function requestWithRefreshToken(app: App, { tokenEndpoint, refreshToken }: Profile, key: string) {
  const transport = { fetch: app.fetch, signal: new AbortController().signal };
  // The address by which the API knows itself, which can be another one than the user typed.
  const api = tokenEndpoint.replace(/\/oauth\/token$/, '');
  const resource = key === accountKey ? {} : { resource: `${api}/workspaces/${key}` };
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken, ...resource };
  for (const waitMs of [...retryWaitsMs, null]) {
    try {
      return await requestTokens(transport, tokenEndpoint, grant);
    } catch (error) {
      if (error instanceof PortalError && error.type === 'invalid_grant') return requireSuccessor(app, refreshToken);
      if (waitMs === null || !isTemporary(error)) throw error;
      await app.terminal.sleep(waitMs);
    }
  }
  throw new Error('Not reached: the last attempt returns or throws.');
}

const isTemporary = (error: unknown) =>
  error instanceof PortalError && (error.status === null || error.status === 429 || error.status >= 500);

/** The profile stays as it is. */
function requireSuccessor(app: App, refreshToken: string): null {
  if (requireProfile(app).refreshToken === refreshToken)
    throw notLoggedIn('Your login has ended.', app.profileFile.name);
  return null;
}

/** Does nothing if another process took the lock over and stored newer tokens. */
function storeTokens(app: App, used: Profile, key: string, tokens: TokenResponse): void {
  const current = requireProfile(app);
  if (current.refreshToken !== used.refreshToken) return;
  app.profileFile.write({
    ...current,
    refreshToken: tokens.refreshToken,
    accessTokens: { ...withoutExpired(current.accessTokens), [key]: toAccessToken(tokens) },
  });
}

export const toAccessToken = ({ accessToken, expiresInSeconds }: TokenResponse) => ({
  token: accessToken,
  expiresAtMs: Date.now() + expiresInSeconds * 1_000,
});

const withoutExpired = (accessTokens: Profile['accessTokens']) =>
  Object.fromEntries(Object.entries(accessTokens).filter(([, { expiresAtMs }]) => expiresAtMs > Date.now()));

/** An access token, until when it is used. */
export interface AccessToken {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** A login and its settings, as the profile file stores it. */
export interface Profile {
  /** The URL of the API. */
  readonly url: string;
  readonly tokenEndpoint: string;
  readonly refreshToken: string;
  /** What the user let the login do. */
  readonly scopes: readonly string[];
  /** By the id of the workspace. The one without a workspace has the key `account`. */
  readonly accessTokens: Readonly<Record<string, AccessToken>>;
  /** The id of the current workspace. Without it, the default workspace of the user is the current one. */
  readonly workspaceId?: string | undefined;
  /** `device` if `portal login` shows a code instead of opening a browser. */
  readonly login?: 'browser' | 'device' | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAccessToken = (value: unknown): value is AccessToken =>
  isRecord(value) && typeof value['token'] === 'string' && typeof value['expiresAtMs'] === 'number';

/** The profile in the text of a file; null if it is none. */
export function parseProfile(text: string): Profile | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { url, tokenEndpoint, refreshToken, scopes, accessTokens, workspaceId, login } = value;
  if (typeof url !== 'string' || typeof tokenEndpoint !== 'string' || typeof refreshToken !== 'string') return null;
  return {
    url,
    tokenEndpoint,
    refreshToken,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
    accessTokens: isRecord(accessTokens)
      ? Object.fromEntries(
          Object.entries(accessTokens).filter((entry): entry is [string, AccessToken] => isAccessToken(entry[1])),
        )
      : {},
    workspaceId: typeof workspaceId === 'string' ? workspaceId : undefined,
    login: login === 'device' || login === 'browser' ? login : undefined,
  };
}

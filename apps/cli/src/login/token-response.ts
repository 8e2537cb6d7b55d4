import { postForm, readNumber, readString, type Transport } from './oauth-request.ts';

export interface TokenResponse {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken: string;
  /** Of the access token. */
  readonly scopes: readonly string[];
  /** What the user let the login do. */
  readonly loginScopes: readonly string[];
}

/** Exchanges a code or a refresh token (RFC 6749, section 5.1). */
export async function requestTokens(
  transport: Transport,
  tokenEndpoint: string,
  grant: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const json = await postForm(transport, tokenEndpoint, grant);
  return {
    accessToken: readString(json, 'access_token'),
    expiresInSeconds: readNumber(json, 'expires_in'),
    refreshToken: readString(json, 'refresh_token'),
    scopes: toScopes(json['scope']),
    loginScopes: toScopes(json['login_scope']),
  };
}

const toScopes = (text: unknown) => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []);

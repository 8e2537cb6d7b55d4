import { postForm, readNumber, readString, type Transport } from './oauth-request.ts';

export interface TokenResponse {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
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
    scopes: typeof json['scope'] === 'string' ? json['scope'].split(' ').filter(Boolean) : [],
  };
}

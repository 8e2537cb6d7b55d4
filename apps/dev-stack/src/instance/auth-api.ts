import { AuthConnect, AuthReconnect, Members, Workspace } from '@portal/contract';
import { createRemoteJWKSet, errors as jose, jwtVerify, type JWTVerifyOptions } from 'jose';
import * as z from 'zod/mini';
import { errorMessage } from '../errors.ts';
import type { PortalLogout } from './connections.ts';

const LogoutClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  aud: z.string(),
  events: z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.object({}) }),
  /** Forbidden, so that an ID token never passes for a logout token. */
  nonce: z.optional(z.undefined()),
});

export type AuthApiErrorKind =
  | 'rejected'
  | 'state mismatch'
  | 'revoked'
  | 'unreachable'
  | 'unexpected response'
  | 'invalid token';

/** A failed call to the auth API. The kind determines the error page. */
export class AuthApiError extends Error {
  readonly kind: AuthApiErrorKind;
  constructor(kind: AuthApiErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An instance's client of the auth API, server to server. */
export class AuthApi {
  readonly #url: string;
  readonly #issuer: string;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  /** The issuer is the `TOKEN_ISSUER` of the API. */
  constructor(url: string, issuer: string) {
    this.#url = url;
    this.#issuer = issuer;
    this.#keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
      timeoutDuration: 5000,
      cooldownDuration: 1000,
    });
  }

  /** The URL that gives the browser a code. */
  goUrl(workspaceId: string, query: Readonly<Record<string, string>>): string {
    return `${this.#url}/workspaces/${encodeURIComponent(workspaceId)}/go?${new URLSearchParams(query).toString()}`;
  }

  /**
   * Redeems a code. Verifies that the API signed the token, for the user, the workspace and the portal session of the response.
   */
  async redeem({
    code,
    state,
    workspaceId,
  }: {
    code: string;
    state: string;
    workspaceId: string;
  }): Promise<z.infer<typeof AuthConnect>> {
    const result = await this.#read(AuthConnect, '/complete-auth-connect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, state }),
    });
    const claims = await this.#verify(result.token, 'instance', {
      audience: 'instance',
      typ: 'instance+jwt',
      requiredClaims: ['exp', 'jti', 'sub'],
    });
    const matches =
      claims['sid'] === result.sessionId &&
      claims.sub === result.user.id &&
      claims['workspaceId'] === result.workspace.id &&
      result.workspace.id === workspaceId;
    if (!matches) throw new AuthApiError('invalid token', 'the token belongs to a different user or workspace');
    return result;
  }

  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6) for one of these workspaces. */
  async verifyLogoutToken(token: string, workspaceIds: string[]): Promise<PortalLogout> {
    const payload = await this.#verify(token, 'logout', {
      audience: workspaceIds,
      typ: 'logout+jwt',
      requiredClaims: ['exp', 'iat', 'jti', 'sub', 'sid', 'events'],
    });
    const claims = LogoutClaims.safeParse(payload);
    if (!claims.success) throw new AuthApiError('invalid token', 'the claims are not those of a logout token');
    return { userId: claims.data.sub, portalSessionId: claims.data.sid, workspaceId: claims.data.aud };
  }

  reconnect(token: string) {
    return this.#read(AuthReconnect, '/auth-reconnect', bearer(token));
  }

  members(token: string, workspaceId: string) {
    return this.#read(Members, `/workspace/${encodeURIComponent(workspaceId)}/members`, bearer(token));
  }

  workspace(token: string, workspaceId: string) {
    return this.#read(Workspace, `/workspaces/${encodeURIComponent(workspaceId)}`, bearer(token));
  }

  async #read<T>(schema: z.ZodMiniType<T>, path: string, init: RequestInit): Promise<T> {
    const response = await this.#fetch(path, init);
    if (response.status !== 200) throw new AuthApiError(errorKind(response.status), `${path}: ${response.status}`);
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new AuthApiError('unexpected response', `${path}: the body does not match the contract`);
    return parsed.data;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(5000) });
    } catch (error) {
      throw new AuthApiError('unreachable', `${path}: ${errorMessage(error)}`);
    }
  }

  /** Accepts only keys of this purpose, so that a stolen key of another one forges nothing. */
  async #verify(
    token: string,
    purpose: 'instance' | 'logout',
    options: Pick<JWTVerifyOptions, 'audience' | 'typ' | 'requiredClaims'>,
  ) {
    const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
      ...options,
      issuer: this.#issuer,
      algorithms: ['ES256'],
    }).catch((error: unknown) => {
      throw new AuthApiError(isTokenError(error) ? 'invalid token' : 'unreachable', errorMessage(error));
    });
    if (protectedHeader.kid?.startsWith(`${purpose}-`) !== true)
      throw new AuthApiError('invalid token', 'the key has another purpose');
    return payload;
  }
}

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** Whether the token is invalid. Other errors are about fetching the keys. */
function isTokenError(error: unknown): boolean {
  return error instanceof jose.JOSEError && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(error.code);
}

function errorKind(status: number): AuthApiErrorKind {
  if (status === 401) return 'revoked';
  if (status >= 500 || status === 429) return 'unreachable';
  return status >= 400 ? 'rejected' : 'unexpected response';
}

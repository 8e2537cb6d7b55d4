import { AuthConnect, AuthReconnect, Members, Workspace } from '@portal/contract';
import { createRemoteJWKSet, errors as jose, jwtVerify } from 'jose';
import type * as z from 'zod/mini';
import { messageOf } from '../stand-in/failure.ts';

export type Failure = 'refused' | 'not started here' | 'revoked' | 'unreachable' | 'not understood' | 'bad token';

/** Something between this instance and the API went wrong; the kind decides what its page says. */
export class AuthApiError extends Error {
  readonly kind: Failure;
  constructor(kind: Failure, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What an instance asks of the auth API, server to server. */
export class AuthApi {
  readonly #url: string;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(url: string) {
    this.#url = url;
    this.#keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
      timeoutDuration: 5000,
      cooldownDuration: 1000,
    });
  }

  /** Where the browser goes for a code. */
  goAddress(workspaceId: string, query: Readonly<Record<string, string>>): string {
    return `${this.#url}/workspaces/${encodeURIComponent(workspaceId)}/go?${new URLSearchParams(query).toString()}`;
  }

  /** Redeems a code, then checks that the token is the API's and speaks for the person and the workspace it came with. */
  async redeem({
    code,
    state,
    workspaceId,
  }: {
    code: string;
    state: string;
    workspaceId: string;
  }): Promise<z.infer<typeof AuthConnect>> {
    const answer = await this.#read(AuthConnect, '/complete-auth-connect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, state }),
    });
    const claims = await this.#check(answer.token);
    const isRight =
      claims.sub === answer.user.id &&
      claims['workspaceId'] === answer.workspace.id &&
      answer.workspace.id === workspaceId;
    if (!isRight) throw new AuthApiError('bad token', 'the token is of another person or workspace');
    return answer;
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
    if (response.status !== 200) throw new AuthApiError(kindOf(response.status), `${path}: ${response.status}`);
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new AuthApiError('not understood', `${path}: the body is not what the contract says`);
    return parsed.data;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(5000) });
    } catch (error) {
      throw new AuthApiError('unreachable', `${path}: ${messageOf(error)}`);
    }
  }

  async #check(token: string) {
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer: this.#url,
        audience: 'instance',
        typ: 'instance+jwt',
        algorithms: ['ES256'],
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      return payload;
    } catch (error) {
      throw new AuthApiError(isAboutToken(error) ? 'bad token' : 'unreachable', messageOf(error));
    }
  }
}

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** Anything else is about reading the keys. */
function isAboutToken(error: unknown): boolean {
  return error instanceof jose.JOSEError && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(error.code);
}

function kindOf(status: number): Failure {
  if (status === 401) return 'revoked';
  if (status >= 500 || status === 429) return 'unreachable';
  return status >= 400 ? 'refused' : 'not understood';
}

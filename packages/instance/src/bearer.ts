import { createHash } from 'node:crypto';
import { toRole, type Role } from './admission.ts';
import { ConnectError } from './connect-error.ts';
import type { Context } from './context.ts';
import { headerOf, type RequestLike } from './cookies.ts';
import { deleteOldest } from './delete-oldest.ts';
import { jsonResponse } from './responses.ts';
import { booleanOf, numberOf, oneOf, textOf, type Fields } from './shapes.ts';

/** An active API token. */
export interface ApiToken {
  /** The id of the token. */
  readonly id: string;
  /** The id of the user or the service account that the token acts as. */
  readonly subject: string;
  readonly principal: 'user' | 'service_account';
  /** The nickname of the user, or the name of the service account. */
  readonly username: string;
  /** The role when the API was asked. A scope is a permission, the role a limit. */
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly workspaceId: string;
  /** In seconds. */
  readonly expiresAt: number;
}

/** What the request with an API token is about. */
export interface BearerOptions {
  readonly workspaceId: string;
  /** The IP address that connects to your first proxy, not one that a header claims: the token may be limited to networks. */
  readonly clientAddress: string;
  /** The scope that the request needs. Default: any active token of the workspace will do. */
  readonly scope?: string;
}

/**
 * What became of the check of an API token:
 *
 * - `active`: the token works.
 * - `invalid`: it does not, or (`hasToken: false`) the request has none. Answer 401.
 * - `insufficient-scope`: the token works, but not for this. Answer 403.
 * - `unavailable`: the API could not be asked, for the reason in `error`. Answer 503: programs throw tokens away after a 401.
 */
export type BearerResult =
  | { readonly status: 'active'; readonly token: ApiToken }
  | { readonly status: 'invalid'; readonly hasToken: boolean }
  | { readonly status: 'insufficient-scope'; readonly token: ApiToken; readonly scope: string }
  | { readonly status: 'unavailable'; readonly retryAfterSeconds: number; readonly error: ConnectError };

/** The answer of the API about a token: null if the token is not active. */
interface Answer {
  readonly token: ApiToken | null;
  readonly askedAt: number;
}

const cacheMs = 30_000;
const maxAnswers = 10_000;
const defaultRetryAfterSeconds = 5;

/** Checks API tokens, and caches the answers of the API. */
export class BearerCheck {
  readonly #context: Context;
  readonly #offlineMs: number;
  readonly #answers = new Map<string, Answer>();
  readonly #pending = new Map<string, Promise<ApiToken | null>>();

  constructor(context: Context, allowOfflineMinutes: number) {
    this.#context = context;
    this.#offlineMs = allowOfflineMinutes * 60_000;
  }

  async verify(requestOrToken: RequestLike | string, options: BearerOptions): Promise<BearerResult> {
    const text = typeof requestOrToken === 'string' ? requestOrToken : tokenOf(requestOrToken);
    if (text === null) return { status: 'invalid', hasToken: false };
    try {
      return resultOf(await this.#tokenFor(text, options), options.scope);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      if (error.type === 'InvalidToken') return resultOf(null, options.scope);
      return { status: 'unavailable', retryAfterSeconds: error.retryAfterSeconds ?? defaultRetryAfterSeconds, error };
    }
  }

  async #tokenFor(text: string, { workspaceId, clientAddress }: BearerOptions): Promise<ApiToken | null> {
    const key = createHash('sha256').update([text, clientAddress, workspaceId].join('\n')).digest('base64url');
    const cached = this.#cached(key, cacheMs);
    if (cached) return cached.token;
    try {
      return await this.#askOnce(key, text, { workspaceId, clientAddress });
    } catch (error) {
      const isUnavailable = error instanceof ConnectError && error.type === 'ApiUnavailable';
      const seen = isUnavailable ? this.#cached(key, this.#offlineMs) : undefined;
      if (!seen?.token) throw error;
      return seen.token;
    }
  }

  /** An answer of at most this age. A token that has expired since is not active. */
  #cached(key: string, maxAgeMs: number): { readonly token: ApiToken | null } | undefined {
    const answer = this.#answers.get(key);
    if (!answer || answer.askedAt <= Date.now() - maxAgeMs) return undefined;
    return answer.token && answer.token.expiresAt <= Date.now() / 1_000 ? { token: null } : answer;
  }

  #askOnce(key: string, text: string, options: BearerOptions): Promise<ApiToken | null> {
    const pending = this.#pending.get(key) ?? this.#ask(key, text, options).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #ask(key: string, text: string, { workspaceId, clientAddress }: BearerOptions): Promise<ApiToken | null> {
    const { api, tokens } = this.#context;
    await tokens.verify(text, 'api', { audience: workspaceId, requiredClaims: ['exp', 'jti', 'sub'] });
    const form = { token: text, workspace: workspaceId, client_address: clientAddress };
    const token = toApiToken(await api.introspect(form), workspaceId);
    this.#answers.delete(key);
    this.#answers.set(key, { token, askedAt: Date.now() });
    deleteOldest(this.#answers, maxAnswers);
    return token;
  }
}

function tokenOf(request: RequestLike): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? null;
}

function resultOf(token: ApiToken | null, scope: string | undefined): BearerResult {
  if (!token) return { status: 'invalid', hasToken: true };
  if (scope === undefined || token.scopes.includes(scope)) return { status: 'active', token };
  return { status: 'insufficient-scope', token, scope };
}

/** Null unless the token is active in this workspace. */
function toApiToken(answer: Fields, workspaceId: string): ApiToken | null {
  if (!booleanOf(answer, 'active') || textOf(answer, 'workspaceId') !== workspaceId) return null;
  return {
    id: textOf(answer, 'jti'),
    subject: textOf(answer, 'sub'),
    principal: oneOf(answer, 'principal', ['user', 'service_account']),
    username: textOf(answer, 'username'),
    role: toRole(answer),
    scopes: textOf(answer, 'scope')
      .split(' ')
      .filter((scope) => scope !== ''),
    workspaceId,
    expiresAt: numberOf(answer, 'exp'),
  };
}

/** Makes the response to a request whose API token is not accepted, as RFC 6750 says. */
export function bearerResponse(result: Exclude<BearerResult, { readonly status: 'active' }>): Response {
  switch (result.status) {
    case 'unavailable':
      return jsonResponse(
        503,
        { error: 'temporarily_unavailable' },
        { 'retry-after': String(result.retryAfterSeconds) },
      );
    case 'insufficient-scope':
      return jsonResponse(
        403,
        { error: 'insufficient_scope', scope: result.scope },
        { 'www-authenticate': `Bearer error="insufficient_scope", scope="${result.scope}"` },
      );
    case 'invalid':
      return jsonResponse(
        401,
        { error: 'invalid_token' },
        { 'www-authenticate': result.hasToken ? 'Bearer error="invalid_token"' : 'Bearer' },
      );
  }
}

import { accountScope, audienceOf } from '@portal/contract';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { newId } from '../../platform/lib/ids.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';
import { acceptedIssuers, hasUnknownIssuer, warnOfUnknownIssuer, type IssuerSettings } from './issuers.ts';

type SignedKind = 'api' | 'instance';

/** The claims of a token whose row has everything else. */
export interface StoredTokenClaims {
  readonly kind: SignedKind;
  readonly id: string;
  /** The user or the service account that the token acts as. */
  readonly principalId: string;
  readonly isServiceAccount: boolean;
  readonly workspaceId: string;
  /** Whether this API is an audience of the token. An API token for the platform only is for instances. */
  readonly isForApi: boolean;
}

/** The claims of an access token of a terminal login. It has no row of its own: it ends with the login, or after an hour. */
export interface TerminalTokenClaims {
  readonly kind: 'terminal';
  readonly id: string;
  /** The session of the login. */
  readonly sessionId: string;
  readonly principalId: string;
  /** Null for a token that can only read the own profile and the list of the own workspaces. */
  readonly workspaceId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

export type TokenClaims = StoredTokenClaims | TerminalTokenClaims;

/** What an instance token has besides: the session that entered the instance (`sid`), which a logout token names, too. */
interface InstanceClaims {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
}

interface TokenTimes {
  /** In seconds. Default: now, by the clock of this process. */
  readonly issuedAt?: number;
  readonly expiresAt: Date;
}

interface ApiClaims extends Omit<StoredTokenClaims, 'kind' | 'isForApi'> {
  readonly scopes: readonly string[];
}

const Payload = z.object({
  jti: z.string(),
  sub: z.string(),
  workspaceId: z.string(),
  principal: z.optional(z.literal('service_account')),
});

const TerminalPayload = z.object({
  /** API tokens that have a row have no `sid`. */
  sid: z.string(),
  jti: z.string(),
  sub: z.string(),
  workspaceId: z.optional(z.string()),
  scope: z.string(),
  exp: z.number(),
});

/** How far this machine's clock may be ahead without rejecting tokens that the database still accepts. */
const clockToleranceSeconds = 3_600;

const apiAudience = 'auth-api';
const instanceAudience = 'instance';
const typeOf = { api: 'api+jwt', instance: 'instance+jwt' } as const;

/** Signs and verifies API tokens and instance tokens. Their keys, types and audiences differ, so neither passes for the other. */
export class Tokens {
  readonly #keys: Readonly<Record<SignedKind, SigningKeys>>;
  readonly #settings: IssuerSettings;
  readonly #log: Logger;

  constructor(keys: Readonly<Record<SignedKind, SigningKeys>>, settings: IssuerSettings, log: Logger) {
    this.#keys = keys;
    this.#settings = settings;
    this.#log = log;
  }

  /**
   * An API token has its scopes in the claim `scope`, as OAuth access tokens do (RFC 8693, section 4.2), and `principal` if it acts as a
   * service account.
   */
  signApiToken(
    { id, principalId, isServiceAccount, workspaceId, scopes }: ApiClaims,
    expiresAt: Date,
  ): Promise<string> {
    const claims = {
      workspaceId,
      scope: scopes.join(' '),
      ...(isServiceAccount && { principal: 'service_account' }),
    };
    const audience = audienceOf(scopes, workspaceId);
    return this.#sign('api', claims, { id, subject: principalId, audience, expiresAt });
  }

  /**
   * `issuedAt` is by the database's clock, as the end of a session in a logout token, and both have the fraction of a second: a user can
   * enter again within the second in which the access ended. API tokens have whole seconds, because some verifiers read nothing else.
   */
  signInstanceToken(
    { id, userId, workspaceId, sessionId }: InstanceClaims,
    { issuedAt, expiresAt }: { readonly issuedAt: Date; readonly expiresAt: Date },
  ): Promise<string> {
    const claims = { workspaceId, sid: sessionId };
    return this.#sign('instance', claims, {
      id,
      subject: userId,
      audience: instanceAudience,
      issuedAt: issuedAt.getTime() / 1_000,
      expiresAt,
    });
  }

  /**
   * An access token of a terminal login: an API token of the user for one workspace, or without one for the user's account. The claim `sid`
   * names the login.
   */
  signTerminalToken({
    sessionId,
    principalId,
    workspaceId,
    scopes,
    expiresAt,
  }: Omit<TerminalTokenClaims, 'kind' | 'id'>): Promise<string> {
    const claims = { sid: sessionId, scope: scopes.join(' '), ...(workspaceId !== null && { workspaceId }) };
    const audience = workspaceId === null ? apiAudience : audienceOf(scopes, workspaceId);
    return this.#sign('api', claims, { id: newId(), subject: principalId, audience, expiresAt });
  }

  #sign(
    kind: SignedKind,
    claims: JWTPayload,
    {
      id,
      subject,
      audience,
      issuedAt,
      expiresAt,
    }: TokenTimes & { id: string; subject: string; audience: string | string[] },
  ): Promise<string> {
    const { kid, privateKey } = this.#keys[kind].current;
    // The type is first, so that all API tokens begin with the same characters (`apiTokenPattern`).
    const header = { typ: typeOf[kind], alg: signingAlgorithm, kid };
    return new SignJWT(claims)
      .setProtectedHeader(header)
      .setIssuer(this.#settings.TOKEN_ISSUER)
      .setAudience(audience)
      .setSubject(subject)
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  /**
   * Returns the claims of a token that we signed; null for anything else, and for a token that expired long ago. The exact
   * expiry is checked by the database's clock when the token's row is read.
   */
  verify(token: string): Promise<TokenClaims | null> {
    return this.#verify(token, clockToleranceSeconds);
  }

  /** Like `verify`, but returns the claims of an expired token, too. */
  verifyOfAnyAge(token: string): Promise<TokenClaims | null> {
    return this.#verify(token, Number.MAX_SAFE_INTEGER);
  }

  async #verify(token: string, clockTolerance: number): Promise<TokenClaims | null> {
    try {
      const { typ, kid } = decodeProtectedHeader(token);
      const kind = typ === typeOf.api ? 'api' : typ === typeOf.instance ? 'instance' : null;
      if (!kind || kid === undefined) return null;
      const key = this.#keys[kind].find(kid);
      if (!key) return null;
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [signingAlgorithm],
        typ: typeOf[kind],
        issuer: acceptedIssuers(this.#settings),
        requiredClaims: ['exp'],
        clockTolerance,
      });
      const terminal = kind === 'api' ? terminalClaimsOf(payload) : null;
      if (terminal) return terminal;
      const claims = Payload.safeParse(payload);
      if (!claims.success) return null;
      const { jti: id, sub: principalId, workspaceId, principal } = claims.data;
      // A token for the platform only is for the workspace. The API accepts it for what needs no scope.
      const has = (audience: string) => [payload.aud].flat().includes(audience);
      const isForApi = has(kind === 'api' ? apiAudience : instanceAudience);
      if (!isForApi && !(kind === 'api' && has(workspaceId))) return null;
      return { kind, id, principalId, isServiceAccount: principal !== undefined, workspaceId, isForApi };
    } catch (error) {
      if (hasUnknownIssuer(error)) warnOfUnknownIssuer({ log: this.#log });
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }
}

/** Null for an API token that has a row. */
function terminalClaimsOf(payload: JWTPayload): TerminalTokenClaims | null {
  const claims = TerminalPayload.safeParse(payload);
  if (!claims.success) return null;
  const { sid: sessionId, jti: id, sub: principalId, workspaceId = null, scope, exp } = claims.data;
  const scopes = scope.split(' ');
  if (workspaceId === null && scope !== accountScope) return null;
  return { kind: 'terminal', id, sessionId, principalId, workspaceId, scopes, expiresAt: new Date(exp * 1_000) };
}

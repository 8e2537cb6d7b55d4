import type { TokenKind } from '@portal/contract';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';
import { acceptedIssuers, hasUnknownIssuer, warnOfUnknownIssuer, type IssuerSettings } from './issuers.ts';

/** The claims of a token. Everything else is looked up by its id. */
export interface TokenClaims {
  readonly kind: TokenKind;
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
}

const Payload = z.object({ jti: z.string(), sub: z.string(), workspaceId: z.string() });

/** How far this machine's clock may be ahead without rejecting tokens that the database still accepts. */
const clockToleranceSeconds = 3_600;

const typeOf = { api: 'api+jwt', instance: 'instance+jwt' } as const;
const audienceOf = { api: 'auth-api', instance: 'instance' } as const;

/** Signs and verifies API tokens and instance tokens. Their keys, types and audiences differ, so neither passes for the other. */
export class Tokens {
  readonly #keys: Readonly<Record<TokenKind, SigningKeys>>;
  readonly #settings: IssuerSettings;
  readonly #log: Logger;

  constructor(keys: Readonly<Record<TokenKind, SigningKeys>>, settings: IssuerSettings, log: Logger) {
    this.#keys = keys;
    this.#settings = settings;
    this.#log = log;
  }

  /** An instance token names the session that entered the instance (`sid`), which a logout token names, too. */
  async sign(
    { kind, id, userId, workspaceId, sessionId }: TokenClaims & { readonly sessionId?: string },
    expiresAt: Date,
  ): Promise<string> {
    const { kid, privateKey } = this.#keys[kind].current;
    // The type is first, so that all API tokens begin with the same characters (`apiTokenPattern`).
    const header = { typ: typeOf[kind], alg: signingAlgorithm, kid };
    return new SignJWT({ workspaceId, ...(sessionId !== undefined && { sid: sessionId }) })
      .setProtectedHeader(header)
      .setIssuer(this.#settings.TOKEN_ISSUER)
      .setAudience(audienceOf[kind])
      .setSubject(userId)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  /**
   * Returns the claims of a token that we signed; null for anything else, and for a token that expired long ago. The exact
   * expiry is checked by the database's clock when the token's row is read.
   */
  async verify(token: string): Promise<TokenClaims | null> {
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
        audience: audienceOf[kind],
        requiredClaims: ['exp'],
        clockTolerance: clockToleranceSeconds,
      });
      const claims = Payload.safeParse(payload);
      if (!claims.success) return null;
      return { kind, id: claims.data.jti, userId: claims.data.sub, workspaceId: claims.data.workspaceId };
    } catch (error) {
      if (hasUnknownIssuer(error)) warnOfUnknownIssuer({ log: this.#log });
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }
}

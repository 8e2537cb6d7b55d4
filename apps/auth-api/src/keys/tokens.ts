import { SignJWT, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { TokenKind } from '@portal/contract';
import * as z from 'zod/mini';
import type { Settings } from '../settings.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** What a token says; the rest is looked up by its id. */
export interface TokenClaims {
  readonly kind: TokenKind;
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
}

const Payload = z.object({ jti: z.string(), sub: z.string(), workspaceId: z.string() });

const typeOf = { api: 'api+jwt', instance: 'instance+jwt' } as const;
const audienceOf = { api: 'auth-api', instance: 'instance' } as const;

/** Signs and verifies the two kinds of token. Neither kind passes for the other: type and audience differ. */
export class Tokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, settings: Settings) {
    this.#keys = keys;
    this.#issuer = settings.AUTH_API_URL;
  }

  publicJwks() {
    return this.#keys.publicJwks();
  }

  async sign(claims: TokenClaims, expiresAt: Date): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT({ workspaceId: claims.workspaceId })
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: typeOf[claims.kind] })
      .setIssuer(this.#issuer)
      .setAudience(audienceOf[claims.kind])
      .setSubject(claims.userId)
      .setJti(claims.id)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  /** The claims of a token that we signed and whose time is not over; null for everything else. */
  async verify(token: string): Promise<TokenClaims | null> {
    try {
      const { typ, kid } = decodeProtectedHeader(token);
      const kind = typ === typeOf.api ? 'api' : typ === typeOf.instance ? 'instance' : null;
      const key = kid === undefined ? undefined : this.#keys.find(kid);
      if (!kind || !key) return null;
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [signingAlgorithm],
        typ: typeOf[kind],
        issuer: this.#issuer,
        audience: audienceOf[kind],
        requiredClaims: ['exp'],
      });
      const claims = Payload.safeParse(payload);
      if (!claims.success) return null;
      return { kind, id: claims.data.jti, userId: claims.data.sub, workspaceId: claims.data.workspaceId };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }
}

import {
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { ConnectError } from './connect-error.ts';

const types = {
  api: 'api+jwt',
  event: 'secevent+jwt',
  instance: 'instance+jwt',
  logout: 'logout+jwt',
} as const;

type Purpose = keyof typeof types;

/** These errors of `jose` are about the keys, not about the token. */
const keyErrors: readonly string[] = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JWK_INVALID'];
const cacheMaxAgeMs = 5 * 60_000;

interface Options {
  readonly apiUrl: string;
  readonly issuer: string;
  readonly keysCooldownMs: number;
  readonly timeoutMs: number;
}

/** Verifies the JWTs of the account portal. */
export class PortalTokens {
  readonly #issuer: string;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  constructor({ apiUrl, issuer, keysCooldownMs, timeoutMs }: Options) {
    this.#issuer = issuer;
    this.#keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
      cacheMaxAge: cacheMaxAgeMs,
      cooldownDuration: keysCooldownMs,
      timeoutDuration: timeoutMs,
    });
  }

  /**
   * Returns the claims of a token that has this purpose. Throws a `ConnectError`: `InvalidToken`, whose cause is the error of `jose`, or
   * `ApiUnavailable` if the keys could not be read. That is also the error of an unknown key shortly after the keys were read: it
   * may be a new one.
   */
  async verify(
    token: string,
    purpose: Purpose,
    options: Pick<JWTVerifyOptions, 'audience' | 'requiredClaims'>,
  ): Promise<JWTPayload> {
    const isCoolingDown = this.#keys.coolingDown;
    try {
      const { payload } = await jwtVerify(token, this.#keysOf(purpose), {
        ...options,
        issuer: this.#issuer,
        typ: types[purpose],
        algorithms: ['ES256'],
      });
      return payload;
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey && isCoolingDown;
      const isInvalid = error instanceof errors.JOSEError && !keyErrors.includes(error.code) && !mayBeNew;
      const message = error instanceof Error ? error.message : String(error);
      throw new ConnectError(isInvalid ? 'InvalidToken' : 'ApiUnavailable', message, { cause: error });
    }
  }

  /** The id of a key begins with what the key signs, so a stolen key of another purpose forges nothing. */
  #keysOf(purpose: Purpose): JWTVerifyGetKey {
    return (header, token) => {
      if (header.kid?.startsWith(`${purpose}-`) !== true)
        throw new errors.JWSSignatureVerificationFailed('The key signs something else');
      return this.#keys(header, token);
    };
  }
}

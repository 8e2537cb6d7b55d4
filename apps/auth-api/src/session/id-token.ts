import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { isStorable } from '../storable-text.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { tracedFetch } from '../tracing/traced-fetch.ts';
import type { LoginAttempt } from './login-attempts.ts';

const text = z.string().check(z.refine(isStorable));

/** What a verified ID token says of a person; `emailOf` reads the address. */
export const IdentityClaims = z.object({
  sub: text.check(z.minLength(1), z.maxLength(255)),
  email: z.unknown().check(z.refine(isStorable)),
  email_verified: z._default(z.boolean(), false),
  nickname: z.optional(text),
  given_name: z.optional(text),
  family_name: z.optional(text),
  picture: z.optional(text),
  /** When the person last proved who they are, in seconds since 1970. */
  auth_time: z.optional(z.int().check(z.positive())),
  /** How they proved it: `mfa` among others where a second factor was asked for. A malformed list proves nothing. */
  amr: z.catch(z._default(z.array(z.string()), []), []),
});
export type IdentityClaims = z.infer<typeof IdentityClaims>;

/** The provider's clock and ours may differ, and it tells whole seconds. */
const clockToleranceMs = 60_000;

/** Judges ID tokens by the keys that the provider publishes. */
export class IdTokens {
  readonly #services: Services;
  readonly #publishedKeys: ReturnType<typeof createRemoteJWKSet>;

  constructor(services: Services, timeoutDuration: number) {
    this.#services = services;
    this.#publishedKeys = createRemoteJWKSet(new URL(`${services.settings.AUTH0_URL}/.well-known/jwks.json`), {
      timeoutDuration,
      [customFetch]: (url, options) => tracedFetch('/.well-known/jwks.json', url, options),
    });
  }

  /** The claims of a token that answers an attempt. */
  async verify(idToken: string, { nonce, freshSince }: LoginAttempt): Promise<IdentityClaims> {
    const claims = await this.#read(idToken, nonce);
    if (freshSince && !isSince(claims.auth_time, freshSince)) throw problem('LoginNotFresh');
    return claims;
  }

  async #read(idToken: string, nonce: string): Promise<IdentityClaims> {
    const { settings, log } = this.#services;
    try {
      const { payload, protectedHeader } = await jwtVerify(idToken, this.#publishedKeys, {
        issuer: settings.AUTH0_ISSUER,
        audience: settings.AUTH0_CLIENT_ID,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat'],
        clockTolerance: 5,
      });
      if (payload.nonce !== nonce)
        throw new errors.JWTClaimValidationFailed('the nonce is another one', payload, 'nonce');
      checkType(protectedHeader, payload);
      checkAuthorizedParty(payload, settings.AUTH0_CLIENT_ID);
      const claims = IdentityClaims.safeParse(payload);
      if (!claims.success) throw new errors.JWTClaimValidationFailed('a claim is malformed', payload);
      return claims.data;
    } catch (error) {
      if (!isRefusal(error)) throw problem('IdentityProviderUnavailable', { retryAfter: 30, cause: error });
      log.warn({ code: error.code }, 'an ID token was refused');
      throw problem('LoginNotFinished');
    }
  }
}

/** RFC 7519, section 5.1: where a type is given, it is that of a plain JWT, not of an access token or a logout token. */
function checkType({ typ }: JWTHeaderParameters, payload: JWTPayload): void {
  if (typ !== undefined && typ.toUpperCase() !== 'JWT')
    throw new errors.JWTClaimValidationFailed('the type is another one', payload, 'typ');
}

/** OpenID Connect Core, section 3.1.3.7: a token for several audiences names the client that it was issued to. */
function checkAuthorizedParty(payload: JWTPayload, clientId: string): void {
  const { aud, azp } = payload;
  const isMissing = azp === undefined && Array.isArray(aud) && aud.length > 1;
  if (isMissing || (azp !== undefined && azp !== clientId))
    throw new errors.JWTClaimValidationFailed('it was issued to another client', payload, 'azp');
}

/** Whether the person proved who they are since a moment; never without the provider's word. */
const isSince = (authTime: number | undefined, moment: Date) =>
  authTime !== undefined && authTime * 1_000 >= moment.getTime() - clockToleranceMs;

/** Whether jose judged the token, rather than failing to fetch the keys to judge it by. */
const isRefusal = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC';

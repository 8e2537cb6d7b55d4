import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { apiError } from '../../platform/errors/api-error.ts';
import { EmailVerified } from '../../integrations/auth0/identity-provider.ts';
import { isStorableText } from '../../platform/lib/storable-text.ts';
import type { Services } from '../../request/call/services.ts';
import type { LoginAttempt } from './login-attempts.ts';
import { isTokenRejection, type ProviderKeys } from './provider-keys.ts';

const text = z.string().check(z.refine(isStorableText));

/** Connections map the attributes of a directory, which may have another type. An unusable one counts as none. */
const profileText = z.catch(z.optional(text), undefined);

/** The claims of a verified ID token. `parseEmail` validates the email address. */
export const IdentityClaims = z.object({
  sub: text.check(z.minLength(1), z.maxLength(255)),
  email: z.unknown().check(z.refine(isStorableText)),
  email_verified: EmailVerified,
  nickname: profileText,
  given_name: profileText,
  family_name: profileText,
  picture: profileText,
  /** When the user last authenticated, in seconds since 1970. */
  auth_time: z.optional(z.int().check(z.positive())),
  /** The provider's session, which a logout token names. An unusable one counts as none. */
  sid: z.catch(z.optional(text.check(z.minLength(1), z.maxLength(255))), undefined),
  /** Authentication methods; contains `mfa` after a second factor. A malformed list counts as empty. */
  amr: z.catch(z._default(z.array(z.string()), []), []),
});
export type IdentityClaims = z.infer<typeof IdentityClaims>;

/** When a login happened. Never later than the database's clock, so that a provider with a fast clock cannot make it more recent. */
export const loginTimestamp = ({ auth_time: seconds }: IdentityClaims, now: Date) =>
  seconds === undefined ? null : new Date(Math.min(seconds * 1_000, now.getTime()));

/** The provider's clock may differ from ours, and `auth_time` is in whole seconds. */
const clockToleranceMs = 60_000;

/** Verifies ID tokens with the keys that the provider publishes. */
export class IdTokenVerifier {
  readonly #services: Services;
  readonly #keys: ProviderKeys;

  constructor(services: Services, keys: ProviderKeys) {
    this.#services = services;
    this.#keys = keys;
  }

  /** The claims of the token of a login attempt. */
  async verify(idToken: string, { nonce, reauthenticatedSince }: LoginAttempt): Promise<IdentityClaims> {
    const claims = await this.#readClaims(idToken, nonce);
    if (reauthenticatedSince && !authenticatedSince(claims.auth_time, reauthenticatedSince))
      throw apiError('LoginNotFresh');
    return claims;
  }

  async #readClaims(idToken: string, nonce: string): Promise<IdentityClaims> {
    const { settings, log } = this.#services;
    try {
      const { payload, protectedHeader } = await jwtVerify(idToken, this.#keys, {
        issuer: settings.AUTH0_ISSUER,
        audience: settings.AUTH0_CLIENT_ID,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat'],
        clockTolerance: clockToleranceMs / 1_000,
      });
      if (payload.nonce !== nonce) throw new NonceMismatch('the nonce does not match', payload);
      checkType(protectedHeader, payload);
      checkAuthorizedParty(payload, settings.AUTH0_CLIENT_ID);
      const claims = IdentityClaims.safeParse(payload);
      if (!claims.success) throw new errors.JWTClaimValidationFailed('a claim is malformed', payload);
      return claims.data;
    } catch (error) {
      // After the provider has changed its key, the API fetches the new one within half a minute.
      if (!isTokenRejection(error) || error instanceof errors.JWKSNoMatchingKey)
        throw apiError('IdentityProviderUnavailable', { retryAfter: 30, cause: error });
      const rejection = { code: error.code, reason: error.message };
      if (error instanceof NonceMismatch) {
        log.warn(rejection, 'ID token rejected');
        throw apiError('LoginNotFinished');
      }
      // The token comes from the provider itself, so neither the user nor a retry can change it.
      log.error(rejection, `ID token rejected: ${whatToCheck(error)}`);
      throw apiError('IdentityProviderMisconfigured', { isLogged: true, cause: error });
    }
  }
}

/** The token is of another login. */
class NonceMismatch extends errors.JWTClaimValidationFailed {}

const checksByClaim: Readonly<Record<string, string>> = {
  iss: 'compare AUTH0_ISSUER with the issuer of the tenant or its custom domain, with the slash at the end',
  aud: 'compare AUTH0_CLIENT_ID with the application',
  azp: 'compare AUTH0_CLIENT_ID with the application',
  exp: 'compare the clocks of this machine and of the identity provider',
  iat: 'compare the clocks of this machine and of the identity provider',
  nbf: 'compare the clocks of this machine and of the identity provider',
};

/** What operators can check after a rejected ID token. */
function whatToCheck(error: errors.JOSEError): string {
  if (error instanceof errors.JOSEAlgNotAllowed) return 'set the signature algorithm of the application to RS256';
  const claim =
    error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired ? error.claim : '';
  return checksByClaim[claim] ?? 'see docs/operating/incidents/logins-failing.md';
}

/** RFC 7519, section 5.1: the type, if present, must be `JWT`, not the type of an access token or a logout token. */
function checkType({ typ }: JWTHeaderParameters, payload: JWTPayload): void {
  if (typ !== undefined && typ.toUpperCase() !== 'JWT')
    throw new errors.JWTClaimValidationFailed('the type is not JWT', payload);
}

/** OpenID Connect Core, section 3.1.3.7: a token for several audiences names the client that it was issued to. */
function checkAuthorizedParty(payload: JWTPayload, clientId: string): void {
  const { aud, azp } = payload;
  const isMissing = azp === undefined && Array.isArray(aud) && aud.length > 1;
  if (isMissing || (azp !== undefined && azp !== clientId))
    throw new errors.JWTClaimValidationFailed('the token was issued to another client', payload, 'azp');
}

/** Whether the user authenticated after a time. False if the provider does not say. */
const authenticatedSince = (authTime = 0, since: Date) => authTime * 1_000 > since.getTime() - clockToleranceMs;

import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { apiError } from '../../platform/errors/api-error.ts';
import { isStorableText } from '../../platform/lib/storable-text.ts';
import type { Context } from '../../request/call/types.ts';
import { isTokenRejection, type ProviderKeys } from './provider-keys.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Older tokens are rejected. A token that arrives twice does no harm, so this only limits how long one can be sent again. */
const maxAge = '10 minutes';

/** The provider's clock may differ from ours. */
const clockToleranceSeconds = 60;

const maxIdLength = 255;
const id = z.string().check(z.minLength(1), z.maxLength(maxIdLength), z.refine(isStorableText));

const Claims = z
  .object({
    /** The identity whose sessions end. */
    sub: z.optional(id),
    /** The provider's session that ended. Without it, all sessions of the identity end. */
    sid: z.optional(id),
    iat: z.int().check(z.positive()),
    jti: id,
    events: z.object({ [logoutEvent]: z.record(z.string(), z.unknown()) }),
    /** Forbidden, so that an ID token is not accepted as a logout token. */
    nonce: z.optional(z.undefined()),
  })
  .check(z.refine(({ sub, sid }) => sub !== undefined || sid !== undefined));

/** What a verified logout token names. */
export type ProviderLogout = Pick<z.infer<typeof Claims>, 'sub' | 'sid' | 'iat'>;

/**
 * Verifies a logout token of the identity provider (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws `InvalidLogoutToken`, or
 * `IdentityProviderUnavailable` if the provider's keys cannot be fetched.
 */
export async function verifyProviderLogout(
  token: string,
  keys: ProviderKeys,
  { log, services: { settings } }: Pick<Context, 'log' | 'services'>,
): Promise<ProviderLogout> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: settings.AUTH0_ISSUER,
      audience: settings.AUTH0_CLIENT_ID,
      algorithms: ['RS256'],
      maxTokenAge: maxAge,
      clockTolerance: clockToleranceSeconds,
    });
    checkType(protectedHeader, payload);
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new errors.JWTClaimValidationFailed('a claim is missing or malformed', payload);
    const { sub, sid, iat } = claims.data;
    return { sub, sid, iat };
  } catch (error) {
    if (!isTokenRejection(error)) throw apiError('IdentityProviderUnavailable', { retryAfter: 30, cause: error });
    log.info({ code: error.code, reason: error.message }, 'logout token rejected');
    throw apiError('InvalidLogoutToken');
  }
}

/** The type is recommended, not required. If present, it must not be the type of another token. */
function checkType({ typ }: JWTHeaderParameters, payload: JWTPayload): void {
  if (typ !== undefined && !['JWT', 'LOGOUT+JWT'].includes(typ.toUpperCase()))
    throw new errors.JWTClaimValidationFailed('the type is not logout+jwt', payload);
}

import type { Settings } from '../config/settings.ts';
import { apiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

/**
 * Throws `FreshLoginRequired` if the user last authenticated too long ago. Protects sensitive actions at an unattended
 * computer. The time that the identity provider reported counts, not the start of the session.
 */
export function requireRecentLogin(
  { credential, now }: Actor,
  { REAUTH_MAX_AGE_MINUTES: maxAgeMinutes }: Settings,
): void {
  const loggedInAt = credential.kind === 'session' ? credential.loggedInAt : null;
  if (!loggedInAt || loggedInAt.getTime() < now.getTime() - maxAgeMinutes * 60_000)
    throw apiError('FreshLoginRequired');
}

/**
 * Throws `FreshLoginRequired` unless the login of the session already had the user's email address as a verified one. Someone else
 * may have verified it since: the owner of the mailbox, for an account that is not theirs.
 */
export function requireVerifiedLogin({ credential, user }: Actor): void {
  const provenEmail = credential.kind === 'session' ? credential.verifiedEmail : null;
  if (provenEmail !== user.email)
    throw apiError('FreshLoginRequired', {
      message: 'You verified your email after logging in. Log in once more to continue.',
    });
}

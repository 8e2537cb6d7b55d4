import type { RecentLogin } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import { apiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

/**
 * Throws `FreshLoginRequired` if the user last authenticated too long ago. Protects sensitive actions at an unattended
 * computer, and from the thief of a session cookie. The time that the identity provider reported counts, not the start of the session.
 * The pipeline calls it for each call with `recentLogin`.
 */
export function requireRecentLogin({ credential, now }: Actor, recentLogin: RecentLogin, settings: Settings): void {
  const maxAgeMinutes = settings[recentLogin];
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

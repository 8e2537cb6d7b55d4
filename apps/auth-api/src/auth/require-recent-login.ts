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

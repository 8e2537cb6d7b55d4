import { canManageMembers, type RecentLogin, type WorkspaceRole } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { isScoped, type Actor } from '../account/actor.ts';

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
 * An approver stays one when the session ends that gave the role, and can invite more people. So giving it requires a recent login. An API
 * token or a terminal login that can give it was created with one.
 */
export function requireRecentLoginToGive(role: WorkspaceRole, actor: Actor, settings: Settings): void {
  if (canManageMembers(role) && !isScoped(actor.credential))
    requireRecentLogin(actor, 'STEP_UP_MAX_AGE_MINUTES', settings);
}

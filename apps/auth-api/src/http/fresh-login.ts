import type { Settings } from '../settings.ts';
import type { Actor } from './actor.ts';
import { problem } from './problem.ts';

/**
 * Refuses whoever proved too long ago who they are, for acts that nobody shall do at a desk that somebody else left. What
 * the identity provider said at the login counts, not when the session began.
 */
export function requireFreshLogin({ credential, now }: Actor, { FRESH_LOGIN_MINUTES: minutes }: Settings): void {
  const loggedInAt = credential.kind === 'session' ? credential.loggedInAt : null;
  if (!loggedInAt || loggedInAt.getTime() < now.getTime() - minutes * 60_000) throw problem('FreshLoginRequired');
}

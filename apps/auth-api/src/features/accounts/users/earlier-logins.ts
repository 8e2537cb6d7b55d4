import { emailVerifiedByLogin } from '../../../request/account/actor.ts';
import type { ActorContext } from '../../../request/call/types.ts';
import { findEarlierLogins } from '../../emails/other-logins.ts';

/** How earlier accounts with the user's email log in. None unless the login of the session proved that the mailbox is the user's. */
export async function listEarlierLogins({ actor, db }: ActorContext): Promise<string[]> {
  const email = emailVerifiedByLogin(actor);
  return email === null ? [] : findEarlierLogins(actor.user, email, { db });
}

import { isInDomain, usesConnection, type MissingProof } from '@portal/contract';
import { emailVerifiedByLogin, type UserActor } from '../../../request/account/actor.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { ActorContext } from '../../../request/call/types.ts';

type MailboxSettings = Pick<Settings, 'MAILBOX_CONNECTIONS'>;

/** Whether a login through the connection of an identity proves that its user receives the mail of the address. */
export function isAuthoritative(
  { auth0Id, email }: Pick<User, 'auth0Id' | 'email'>,
  { MAILBOX_CONNECTIONS }: MailboxSettings,
): boolean {
  return MAILBOX_CONNECTIONS.some((entry) => {
    const [connection = '', domain] = entry.split('@');
    return usesConnection(auth0Id, [connection]) && (domain === undefined || isInDomain(email, domain));
  });
}

/** Whether the login of the session proved that the mailbox of the user's email is theirs. */
export const isMailboxProven = (actor: UserActor, settings: MailboxSettings): boolean =>
  isAuthoritative(actor.user, settings) && emailVerifiedByLogin(actor) !== null;

/**
 * What a user still has to do to prove that the mailbox of an invitation to their verified email is theirs; null if they have
 * proven it. A verified email is no proof: anyone can sign up with it, and its owner may have followed the link that verifies it.
 */
export function missingProof(
  { createdAt, hasProof }: { readonly createdAt: Date; readonly hasProof: boolean },
  { user, credential }: UserActor,
  settings: MailboxSettings,
): MissingProof | null {
  if (hasProof) return null;
  if (!isAuthoritative(user, settings)) return 'link';
  if (credential.kind !== 'session' || credential.verifiedEmail !== user.email) return 'login';
  return credential.loggedInAt !== null && credential.loggedInAt > createdAt ? null : 'login';
}

/** Throws unless the user has proven that the mailbox of an invitation is theirs. */
export async function requireProof(
  { id: invitationId, createdAt }: { readonly id: string; readonly createdAt: Date },
  { actor, db, services }: ActorContext,
): Promise<void> {
  const hasProof = (await db.invitationProof.count({ where: { invitationId, userId: actor.user.id } })) > 0;
  const missing = missingProof({ createdAt, hasProof }, actor, services.settings);
  if (missing === 'link') throw apiError('InvitationLinkRequired');
  if (missing === 'login')
    throw apiError('FreshLoginRequired', { message: 'Log in again to show that the mailbox is yours.' });
}

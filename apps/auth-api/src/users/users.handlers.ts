import type { userCalls } from '@portal/contract';
import { recordActs } from '../audit/record-acts.ts';
import type { User } from '../generated/prisma/client.ts';
import type { ActorContext, Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { inTransaction } from '../http/transaction.ts';
import { followEmail, requestBilling } from '../billing/request-billing.ts';
import { lockPlaceholder } from './claim-invitations.ts';
import { endStaffRights, staffRightsDetails } from './end-staff-rights.ts';
import { followQuarantine, quarantineDetails } from './follow-quarantine.ts';
import { holdAddress } from './hold-address.ts';
import { moveLocks } from './inherit-lock-outs.ts';
import { presentUser } from './users.present.ts';

export const userHandlers: Handlers<typeof userCalls> = {
  async updateProfile({ body }, { actor, db, services }) {
    const data = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const user = await db.user.update({ where: { id: actor.user.id }, data });
    return { user: presentUser(user, services.legal, actor.now) };
  },

  async completeProfile(_input, { actor, db, services }) {
    await db.user.updateMany({
      where: { id: actor.user.id, reviewedProfileAt: null },
      data: { reviewedProfileAt: new Date() },
    });
    const user = await db.user.findUniqueOrThrow({ where: { id: actor.user.id } });
    await requestBilling(user, db, services);
    return { user: presentUser(user, services.legal, actor.now) };
  },

  async refreshAuth0Profile(_input, context) {
    const { user, invitationsWaiting } = await refresh('refreshAuth0Profile', context);
    return { user: presentUser(user, context.services.legal, context.actor.now), invitationsWaiting };
  },

  async resendEmailVerification(_input, context) {
    const { user } = await refresh('resendEmailVerification', context);
    if (user.emailVerified) throw problem('EmailAlreadyVerified');
    await context.services.identityProvider.sendVerificationEmail(identityOf(context));
    return {};
  },
};

/** The user as they are now, and whether invitations wait until they log in with their address verified. */
interface Refreshed {
  readonly user: User;
  readonly invitationsWaiting: boolean;
}

/**
 * Takes address and verification over from the provider. What restricts the user applies at once: the rights of staff end
 * where the address is no longer theirs, and locks follow the address. What grants something waits for a login whose ID
 * token has the verified address, since the user of this session may not be the one who verified it. Locks and
 * the end of staff sessions are written to the audit log.
 */
async function refresh(action: keyof typeof userCalls, context: ActorContext): Promise<Refreshed> {
  const { actor, request, services } = context;
  const auth0Id = identityOf(context);
  const { email, emailVerified, pictureUrl } = await services.identityProvider.getIdentity(auth0Id);
  return inTransaction(services, async (work) => {
    const { db } = work;
    await holdAddress(email, db);
    const placeholderId = emailVerified ? await lockPlaceholder(email, db) : null;
    const user = await db.user.update({
      where: { id: actor.user.id },
      data: { email, emailVerified, providerPictureUrl: pictureUrl },
    });
    const currentIdHash = actor.credential.kind === 'session' ? actor.credential.idHash : null;
    const staffSessionsEnded = await endStaffRights(user, currentIdHash, db, services.settings);
    const moved = placeholderId === null ? [] : await moveLocks(placeholderId, user, db, services.settings);
    const quarantinedLike = await followQuarantine(user, actor.user, db, services.settings);
    await followEmail(user, db);
    await requestBilling(user, db, services);
    const invitations = placeholderId === null ? 0 : await db.membership.count({ where: { userId: placeholderId } });
    const invitationsWaiting = invitations > 0;
    if (moved.length === 0 && quarantinedLike.length === 0 && staffSessionsEnded === 0)
      return { user, invitationsWaiting };
    const details = {
      ...(placeholderId !== null && moved.length > 0 && { lockedLike: { placeholderId, lockOuts: moved } }),
      ...staffRightsDetails(staffSessionsEnded),
      ...quarantineDetails(quarantinedLike),
    };
    await recordActs([{ action, actorUserId: user.id, credential: actor.credential.kind, request, details }], work);
    return { user: await db.user.findUniqueOrThrow({ where: { id: user.id } }), invitationsWaiting };
  });
}

function identityOf({ actor }: ActorContext): string {
  if (actor.user.auth0Id === null) throw problem('NoLoginToRefresh');
  return actor.user.auth0Id;
}

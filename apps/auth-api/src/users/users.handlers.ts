import type { userCalls } from '@portal/contract';
import { recordActs } from '../audit/record-acts.ts';
import type { User } from '../generated/prisma/client.ts';
import type { ActorContext, Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { inTransaction } from '../http/transaction.ts';
import { followEmail, requestBilling } from '../billing/request-billing.ts';
import { actsOfClaim, claimDetails, claimInvitations, holdInvitations } from './claim-invitations.ts';
import { followQuarantine, quarantineDetails } from './follow-quarantine.ts';
import { holdAddress } from './hold-address.ts';
import { presentUser } from './users.present.ts';

export const userHandlers: Handlers<typeof userCalls> = {
  async updateProfile({ body }, { actor, db, services }) {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const data = Object.fromEntries(given.map(([field, value]) => [field, value === '' ? null : value]));
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
    const user = await refresh('refreshAuth0Profile', context);
    return { user: presentUser(user, context.services.legal, context.actor.now) };
  },

  async resendEmailVerification(_input, context) {
    const user = await refresh('resendEmailVerification', context);
    if (user.emailVerified) throw problem('EmailAlreadyVerified');
    await context.services.identityProvider.sendVerificationEmail(identityOf(context));
    return {};
  },
};

/**
 * Takes address and verification over from the provider; what was invited by that address comes along, and how it is
 * quarantined, and only then is there something for the audit log.
 */
async function refresh(action: keyof typeof userCalls, context: ActorContext): Promise<User> {
  const { actor, request, services } = context;
  const auth0Id = identityOf(context);
  const { email, emailVerified, pictureUrl } = await services.identityProvider.getIdentity(auth0Id);
  return inTransaction(services, async (work) => {
    const { db } = work;
    await holdAddress(email, db);
    const waiting = await holdInvitations({ email, emailVerified, auth0Id }, db);
    const user = await db.user.update({
      where: { id: actor.user.id },
      data: { email, emailVerified, providerPictureUrl: pictureUrl },
    });
    const claimed = waiting && (await claimInvitations(waiting, user, db, services.settings));
    const quarantinedLike = await followQuarantine(user, actor.user, db, services.settings);
    await followEmail(user, db);
    await requestBilling(user, db, services);
    if (!claimed && quarantinedLike.length === 0) return user;
    const by = { actorUserId: user.id, credential: actor.credential.kind, request };
    const details = { ...(claimed && claimDetails(claimed)), ...quarantineDetails(quarantinedLike) };
    await recordActs([{ ...by, action, details }, ...(claimed ? actsOfClaim(claimed, by) : [])], work);
    return db.user.findUniqueOrThrow({ where: { id: user.id } });
  });
}

function identityOf({ actor }: ActorContext): string {
  if (actor.user.auth0Id === null) throw problem('NoLoginToRefresh');
  return actor.user.auth0Id;
}

import {
  canManageMembers,
  type credentialCalls,
  type staffCredentialCalls,
  type UserCredentialSummary,
} from '@portal/contract';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { unexpiredSessions } from '../../../request/auth/session-expiry.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { listSentInvitations } from '../invitations/invitations.queries.ts';
import { maxListed } from '../../credentials/token-summaries.ts';
import { openOffer } from '../ownership/offers.ts';
import type { ActorContext, Handlers } from '../../../request/call/types.ts';
import {
  joinedBy,
  ownedByOthers,
  summarizeCredentials,
  summarizeLimitedTokens,
  summarizeOwnedTokens,
  summarizeRemainingTokens,
  summarizeWorkspace,
} from './credentials.queries.ts';

export const credentialHandlers: Handlers<typeof credentialCalls> = {
  async getMemberCredentials({ params: { workspaceId, userId } }, { actor, membership, db }) {
    const isOwn = userId === actor.user.id;
    // The same conditions as for removing a member. Every member sees their own credentials, because every member can leave.
    if (!isOwn && !canManageMembers(membership.role)) throw apiError('NotAllowed');
    if (!isOwn && !actor.user.emailVerified) throw apiError('EmailNotVerified');
    const member = await db.membership.findUnique({
      where: { workspaceId_userId: { workspaceId, userId } },
      select: { role: true },
    });
    if (!member) throw apiError('MemberNotFound');
    if (!isOwn && member.role === 'OWNER') throw apiError('NotAllowed');
    const { now } = actor;
    const seesOffer = isOwn || membership.role === 'OWNER';
    const offers = { workspaceId, toUserId: userId, ...openOffer(now) };
    return {
      ...(await summarizeCredentials({ workspaceId, userId }, now, db)),
      ...(await summarizeRemainingTokens(userId, { workspaceId }, now, db)),
      ...(await summarizeLimitedTokens({ workspaceId, userId, role: member.role }, now, db)),
      ...(await listSentInvitations({ workspaceId, inviterId: userId }, maxListed, { db })),
      // Only the two parties know of an offer.
      hasOwnershipOffer: seesOffer && (await db.ownershipOffer.count({ where: offers })) > 0,
    };
  },

  async getWorkspaceCredentials({ params: { workspaceId } }, { actor, db }) {
    return {
      ...(await summarizeCredentials({ workspaceId }, actor.now, db)),
      ...(await summarizeWorkspace(workspaceId, actor.now, db)),
    };
  },

  // A former member learns nothing more of a workspace.
  async getOwnCredentials(_input, context) {
    const { actor, db } = context;
    const { id } = actor.user;
    const { invitations, invitationCount } = await listSentInvitations(
      { workspace: joinedBy(id), inviterId: id },
      maxListed,
      context,
    );
    return {
      ...(await summarizeCredentialsOfUser(id, joinedBy(id), context)),
      invitations,
      invitationCount,
      ownershipOfferCount: await db.ownershipOffer.count({ where: { toUserId: id, ...openOffer(actor.now) } }),
    };
  },
};

export const staffCredentialHandlers: Handlers<typeof staffCredentialCalls> = {
  async getWorkspaceCredentialsForStaff({ params: { workspaceId } }, { actor, db }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId }, select: { id: true } });
    if (!workspace) throw apiError('WorkspaceNotFound', { message: 'Workspace not found.' });
    return summarizeCredentials({ workspaceId }, actor.now, db);
  },

  async getUserCredentialsForStaff({ params: { userId } }, context) {
    if ((await context.db.user.count({ where: { id: userId } })) === 0) throw apiError('UserNotFound');
    return summarizeCredentialsOfUser(userId, ownedByOthers(userId), context);
  },
};

async function summarizeCredentialsOfUser(
  userId: string,
  remainingIn: Prisma.WorkspaceWhereInput,
  { actor, db, services }: Pick<ActorContext, 'actor' | 'db' | 'services'>,
): Promise<UserCredentialSummary> {
  return {
    ...(await summarizeCredentials({ userId }, actor.now, db)),
    ...(await summarizeOwnedTokens(userId, actor.now, db)),
    ...(await summarizeRemainingTokens(userId, { workspace: remainingIn }, actor.now, db)),
    sessionCount: await db.session.count({ where: unexpiredSessions(userId, services.settings, actor.now) }),
  };
}

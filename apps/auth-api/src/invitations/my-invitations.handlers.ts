import type { invitationCalls, OpenedInvitation } from '@portal/contract';
import { enqueueAccountEmail } from '../account-emails/enqueue-account-email.ts';
import { ofUser } from '../audit/personal-values.ts';
import { getLock, isLocked } from '../account-locks/account-lock.ts';
import { requireVerifiedLogin } from '../auth/require-recent-login.ts';
import { hashSecret } from '../auth/secrets.ts';
import { lockActiveWorkspace, lockEmail, lockUser } from '../db/row-locks.ts';
import { apiError } from '../errors/api-error.ts';
import type { User } from '../generated/prisma/client.ts';
import { paginate } from '../pagination/pagination.ts';
import type { ActorContext, Handlers } from '../pipeline/types.ts';
import { checkIsPending } from './invitation-state.ts';
import {
  defaultPageSize,
  endInvitation,
  findInvitationByLink,
  isInvitationBacked,
  listInvitationsOfUser,
  lockInvitation,
  toMyInvitation,
  type InviteeRow,
} from './invitations.queries.ts';

type CallOfInvitee = 'listMyInvitations' | 'openInvitationLink' | 'acceptInvitation' | 'declineInvitation';

export const myInvitationHandlers: Handlers<Pick<typeof invitationCalls, CallOfInvitee>> = {
  async listMyInvitations({ query: { after, limit = defaultPageSize } }, context) {
    const { user } = context.actor;
    if (!user.emailVerified) return [];
    const found = await listInvitationsOfUser(user, after, limit + 1, context);
    return paginate(found, limit, ({ id }) => id, context).rows.map(toMyInvitation);
  },

  async openInvitationLink({ body: { token } }, context) {
    const { user } = context.actor;
    const row = await findInvitationByLink(hashSecret(token), user.id, context);
    const opened: OpenedInvitation = {
      status: statusOf(row, user),
      invitation: null,
      neededEmail: null,
      workspaceId: null,
    };
    if (row && opened.status === 'open') return { ...opened, invitation: toMyInvitation(row) };
    if (row && opened.status === 'wrongAccount') return { ...opened, neededEmail: row.email };
    if (row && opened.status === 'alreadyMember') return { ...opened, workspaceId: row.workspaceId };
    return opened;
  },

  async acceptInvitation({ params: { invitationId } }, context) {
    const { db, audit } = context;
    const { email, id: userId } = context.actor.user;
    await lockEmail(email, db);
    const invitation = await db.invitation.findUnique({
      where: { id: invitationId, email },
      select: { workspaceId: true, inviterId: true },
    });
    const inviter = await lockUsers(invitation?.inviterId ?? null, context);
    if (!invitation) throw apiError('InvitationNotFound');
    requireVerifiedLogin(context.actor);
    const { workspaceId } = invitation;
    const isInviterLocked = inviter !== null && isLocked(inviter, context.actor.now);
    const isAvailable =
      (await lockActiveWorkspace(workspaceId, db)) &&
      !isInviterLocked &&
      (await isInvitationBacked(invitationId, context));
    const isMember = (await db.membership.count({ where: { workspaceId, userId } })) > 0;
    const locked = await lockInvitationOf(invitationId, email, context);
    checkIsPending(locked);
    if (!isAvailable) throw apiError('WorkspaceNotFound', { message: 'This workspace is no longer available.' });
    if (isMember) throw apiError('AlreadyMember', { message: 'You are already a member of this workspace.' });
    const { role } = locked;
    await db.membership.create({ data: { workspaceId, userId, role, createdAt: context.actor.now } });
    await endInvitation(invitationId, 'accepted', db);
    await enqueueAcceptedEmail(invitationId, userId, context);
    audit.record({ workspaceId, details: { invitationId, email: ofUser(userId, email), role } });
    return { workspaceId };
  },

  async declineInvitation({ params: { invitationId } }, context) {
    const { actor, db, audit } = context;
    const locked = await lockInvitationOf(invitationId, actor.user.email, context);
    checkIsPending(locked);
    await endInvitation(invitationId, 'declined', db);
    const { workspaceId, email, role } = locked;
    audit.record({ workspaceId, details: { invitationId, email: ofUser(actor.user.id, email), role } });
    return {};
  },
};

/** Emails the user who sent the invitation last, if they are still a member. */
async function enqueueAcceptedEmail(invitationId: string, memberId: string, { db }: ActorContext): Promise<void> {
  const { inviterId, workspaceId, role } = await db.invitation.findUniqueOrThrow({ where: { id: invitationId } });
  if (inviterId === null || (await db.membership.count({ where: { workspaceId, userId: inviterId } })) === 0) return;
  await enqueueAccountEmail('invitationAccepted', inviterId, { workspaceId, memberId, role }, db);
}

/**
 * Locks the invitee and the inviter, so that neither account is locked before the invitation is accepted. Throws unless the invitee has
 * the locked email address and may accept. Returns the inviter.
 */
async function lockUsers(inviterId: string | null, { actor, db }: ActorContext): Promise<User | null> {
  const { id, email } = actor.user;
  const users: (User | null)[] = [];
  for (const userId of [...new Set([id, inviterId ?? id])].toSorted()) users.push(await lockUser(userId, 'SHARE', db));
  const user = users.find((each) => each?.id === id);
  if (user?.email !== email || !user.emailVerified) throw apiError('EmailNotVerified');
  if (getLock('quarantine', user, actor.now)) throw apiError('AccountQuarantined');
  if (getLock('suspension', user, actor.now)) throw apiError('AccountSuspended');
  return users.find((each) => each?.id === inviterId) ?? null;
}

async function lockInvitationOf(id: string, email: string, { db }: ActorContext) {
  const invitation = await lockInvitation({ id, email }, db);
  if (!invitation) throw apiError('InvitationNotFound');
  return invitation;
}

/** The order of the checks decides what a link reveals to whom: to another account only the needed email address. */
function statusOf(row: InviteeRow | null, user: ActorContext['actor']['user']): OpenedInvitation['status'] {
  if (!row) return 'unknown';
  if (row.email !== user.email) return 'wrongAccount';
  if (!user.emailVerified) return 'unverified';
  if (!row.isAvailable) return 'unavailable';
  if (row.isMember) return 'alreadyMember';
  return row.state === 'pending' ? 'open' : row.state;
}

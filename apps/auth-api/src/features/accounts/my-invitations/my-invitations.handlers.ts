import {
  canManageMembers,
  type AssignableRole,
  type invitationCalls,
  type ListedInvitation,
  type OpenedInvitation,
} from '@portal/contract';
import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import { activeWorkspaceForUpdate, userForUpdate } from '../../../request/account/row-locks.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { countRequestedEmail } from '../../emails/email-limits.ts';
import { addJob } from '../../../platform/queue/queue.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { paginate } from '../../../request/call/pagination.ts';
import type { ActorContext, Handlers } from '../../../request/call/types.ts';
import { checkIsPending, invitationChanged } from '../../workspaces/invitations/invitation-state.ts';
import {
  defaultPageSize,
  endInvitation,
  findInvitationByLink,
  isInvitationBacked,
  listInvitationsOfUser,
  invitationForUpdate,
  recordProof,
  toMyInvitation,
  type InviteeRow,
} from '../../workspaces/invitations/invitations.queries.ts';
import { openPreProvisionedUserLink } from '../users/pre-provisioned-user-links.ts';
import { findPreparedWorkspace } from '../../workspaces/invitations/pre-provisioned-users.ts';
import { isAuthoritative, missingProof, requireProof } from '../../workspaces/invitations/mailbox-proof.ts';
import { findOwnerId } from '../../../request/account/owned-workspaces.ts';

type CallOfInvitee =
  | 'listMyInvitations'
  | 'openInvitationLink'
  | 'acceptInvitation'
  | 'declineInvitation'
  | 'emailInvitationLink';

export const myInvitationHandlers: Handlers<Pick<typeof invitationCalls, CallOfInvitee>> = {
  async listMyInvitations({ query: { after, limit = defaultPageSize } }, context) {
    const { user } = context.actor;
    if (!user.emailVerified) return [];
    const invitations = await listInvitationsOfUser(user, after, limit + 1, context);
    const found = [...invitations.map((row) => toListed(row, context)), ...(await listPrepared(after, context))]
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
    return paginate(found, limit, ({ id }) => id, context).rows;
  },

  openInvitationLink: {
    locks: { emails: (_input, { actor }) => [actor.user.email], changes: ['user'] },
    async execute({ body: { token } }, context) {
      const { user } = context.actor;
      const tokenHash = hashSecret(token);
      const row = await findInvitationByLink(tokenHash, user.id, context);
      if (!row) return openPreProvisionedUserLink(tokenHash, context);
      const opened: OpenedInvitation = {
        status: statusOf(row, user),
        invitation: null,
        neededEmail: null,
        workspaceId: null,
      };
      if (opened.status === 'open') {
        await recordProof(row.id, user.id, context);
        return { ...opened, invitation: toMyInvitation(row) };
      }
      if (opened.status === 'wrongAccount') return { ...opened, neededEmail: row.email };
      if (opened.status === 'alreadyMember') return { ...opened, workspaceId: row.workspaceId };
      return opened;
    },
  },

  acceptInvitation: {
    locks: { emails: (_input, { actor }) => [actor.user.email] },
    execute: ({ params: { invitationId }, body: { role } }, context) => accept(invitationId, role, context),
  },

  async declineInvitation({ params: { invitationId } }, context) {
    const { actor, db, audit } = context;
    const locked = await ownInvitationForUpdate(invitationId, actor.user.email, context);
    await requireProof(locked, context);
    checkIsPending(locked);
    await recordProof(invitationId, actor.user.id, context);
    await endInvitation(invitationId, 'declined', db);
    const { workspaceId, email, role } = locked;
    audit.record({ workspaceId, details: { invitationId, email: personalTo(actor.user.id, email), role } });
    return {};
  },

  async emailInvitationLink({ params: { invitationId } }, context) {
    const { actor, db, services } = context;
    const { email } = actor.user;
    const prepared = await findPreparedWorkspace(email, context);
    const isPrepared = prepared?.preProvisionedUserId === invitationId;
    if (!isPrepared) checkIsPending(await ownInvitationForUpdate(invitationId, email, context));
    const emailId = newId();
    const mailboxHash = services.hashMailbox(email);
    const otherwise = isPrepared ? 'contact support' : 'ask for a copied link';
    const requested = { id: emailId, userId: actor.user.id, mailboxHash, otherwise };
    await countRequestedEmail(requested, { db, settings: services.settings });
    if (isPrepared) {
      const { workspaceId, preProvisionedUserId: ownerId } = prepared;
      await addJob(db, 'sendWorkspaceCreatedEmail', { emailId, workspaceId, ownerId, isRequested: true });
    } else await addJob(db, 'sendMemberInvitationEmail', { emailId, invitationId, isRequested: true });
    return {};
  },
};

/**
 * What staff prepared for the address, in a list of one or none: it waits, like a hidden invitation, for a proof of the mailbox. A login
 * that proves it takes it over.
 */
async function listPrepared(after: string | undefined, context: ActorContext): Promise<ListedInvitation[]> {
  const { user } = context.actor;
  const prepared = await findPreparedWorkspace(user.email, context);
  if (!prepared || (after !== undefined && prepared.preProvisionedUserId >= after)) return [];
  const missing = isAuthoritative(user, context.services.settings) ? 'login' : 'link';
  return [{ id: prepared.preProvisionedUserId, kind: 'prepared', missingProof: missing }];
}

function toListed(row: InviteeRow, { actor, services }: ActorContext): ListedInvitation {
  const missing = missingProof(row, actor, services.settings);
  return missing === null ? toMyInvitation(row) : { id: row.id, missingProof: missing };
}

async function accept(
  invitationId: string,
  acceptedRole: AssignableRole,
  context: ActorContext,
): Promise<{ workspaceId: string }> {
  const { db, audit } = context;
  const { email, id: userId } = context.actor.user;
  const invitation = await db.invitation.findUnique({
    where: { id: invitationId, email },
    select: { id: true, workspaceId: true, inviterId: true, inviterServiceAccountId: true, createdAt: true },
  });
  if (!invitation) throw apiError('InvitationNotFound');
  await requireProof(invitation, context);
  const { workspaceId, inviterServiceAccountId } = invitation;
  // The account of the inviter, or of the owner for a service account, must not be locked before the invitation is accepted.
  const inviterId = inviterServiceAccountId === null ? invitation.inviterId : await findOwnerId(workspaceId, db);
  const inviter = inviterId === null ? null : await userForUpdate(inviterId, 'SHARE', db);
  const isInviterLocked = inviter !== null && isLocked(inviter, context.actor.now);
  const isAvailable =
    (await activeWorkspaceForUpdate(workspaceId, db)) &&
    !isInviterLocked &&
    (await isInvitationBacked(invitationId, context));
  const isMember = (await db.membership.count({ where: { workspaceId, userId } })) > 0;
  const locked = await ownInvitationForUpdate(invitationId, email, context);
  checkIsPending(locked);
  if (isMember) throw apiError('AlreadyMember', { message: 'You are already a member of this workspace.' });
  if (!isAvailable)
    throw apiError('WorkspaceNotFound', { message: 'This invitation can’t be used now. Ask for a new one.' });
  const { role } = locked;
  if (role !== acceptedRole) throw invitationChanged(role);
  await db.membership.create({ data: { workspaceId, userId, role, createdAt: context.actor.now } });
  await enqueueWorkspaceEvents([workspaceId], db);
  await recordProof(invitationId, userId, context);
  await endInvitation(invitationId, 'accepted', db);
  await enqueueJoinedEmails(invitationId, userId, context);
  audit.record({ workspaceId, details: { invitationId, email: personalTo(userId, email), role } });
  return { workspaceId };
}

/** Emails the user who sent the invitation last, if they are still a member. The owner, too, learns of each approver who joins. */
async function enqueueJoinedEmails(invitationId: string, memberId: string, { db }: ActorContext): Promise<void> {
  const { inviterId, workspaceId, role } = await db.invitation.findUniqueOrThrow({ where: { id: invitationId } });
  const isApprover = canManageMembers(role);
  const recipients = await db.membership.findMany({
    where: { workspaceId, OR: [{ userId: inviterId ?? '' }, ...(isApprover ? [{ role: 'OWNER' as const }] : [])] },
    select: { userId: true },
    orderBy: { userId: 'asc' },
  });
  for (const { userId } of recipients) {
    if (isApprover) await enqueueAccountEmail('approverJoined', userId, { workspaceId, memberId, inviterId }, db);
    else await enqueueAccountEmail('invitationAccepted', userId, { workspaceId, memberId, role }, db);
  }
}

async function ownInvitationForUpdate(id: string, email: string, { db }: ActorContext) {
  const invitation = await invitationForUpdate({ id, email }, db);
  if (!invitation) throw apiError('InvitationNotFound');
  return invitation;
}

/** The order of the checks decides what a link reveals to whom: to another account at most the needed email address. */
function statusOf(row: InviteeRow, user: ActorContext['actor']['user']): OpenedInvitation['status'] {
  if (row.email !== user.email) return row.state === 'pending' ? 'wrongAccount' : 'notOpen';
  if (!user.emailVerified) return 'unverified';
  if (row.isMember) return 'alreadyMember';
  if (row.state !== 'pending') return row.state;
  return row.isAvailable ? 'open' : 'unavailable';
}

import type { AssignableRole, invitationCalls, ListedInvitation, OpenedInvitation } from '@portal/contract';
import { enqueueAccountEmail } from '../account-emails/enqueue-account-email.ts';
import { ofUser } from '../audit/personal-values.ts';
import { isLocked } from '../account-locks/account-lock.ts';
import { hashSecret } from '../auth/secrets.ts';
import { lockActiveWorkspace, lockUser } from '../db/row-locks.ts';
import { apiError } from '../errors/api-error.ts';
import { countRequestedEmail } from '../invitation-emails/requested-emails.ts';
import { addJob } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { paginate } from '../pagination/pagination.ts';
import type { ActorContext, Handlers } from '../pipeline/types.ts';
import { checkIsPending, invitationChanged } from './invitation-state.ts';
import {
  defaultPageSize,
  endInvitation,
  findInvitationByLink,
  isInvitationBacked,
  listInvitationsOfUser,
  lockInvitation,
  recordProof,
  toMyInvitation,
  type InviteeRow,
} from './invitations.queries.ts';
import { missingProof, requireProof } from './mailbox-proof.ts';

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
    const found = await listInvitationsOfUser(user, after, limit + 1, context);
    return paginate(found, limit, ({ id }) => id, context).rows.map((row) => toListed(row, context));
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
    if (row && opened.status === 'open') {
      await recordProof(row.id, user.id, context);
      return { ...opened, invitation: toMyInvitation(row) };
    }
    if (row && opened.status === 'wrongAccount') return { ...opened, neededEmail: row.email };
    if (row && opened.status === 'alreadyMember') return { ...opened, workspaceId: row.workspaceId };
    return opened;
  },

  acceptInvitation: {
    locks: { emails: (_input, { actor }) => [actor.user.email] },
    execute: ({ params: { invitationId }, body: { role } }, context) => accept(invitationId, role, context),
  },

  async declineInvitation({ params: { invitationId } }, context) {
    const { actor, db, audit } = context;
    const locked = await lockInvitationOf(invitationId, actor.user.email, context);
    await requireProof(locked, context);
    checkIsPending(locked);
    await recordProof(invitationId, actor.user.id, context);
    await endInvitation(invitationId, 'declined', db);
    const { workspaceId, email, role } = locked;
    audit.record({ workspaceId, details: { invitationId, email: ofUser(actor.user.id, email), role } });
    return {};
  },

  async emailInvitationLink({ params: { invitationId } }, context) {
    const { actor, db, services } = context;
    checkIsPending(await lockInvitationOf(invitationId, actor.user.email, context));
    const emailId = newId();
    const mailboxHash = services.hashMailbox(actor.user.email);
    await countRequestedEmail({ id: emailId, mailboxHash }, { db, settings: services.settings });
    await addJob(db, 'sendMemberInvitationEmail', { emailId, invitationId, isRequested: true });
    return {};
  },
};

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
    select: { id: true, workspaceId: true, inviterId: true, createdAt: true },
  });
  if (!invitation) throw apiError('InvitationNotFound');
  await requireProof(invitation, context);
  const { workspaceId, inviterId } = invitation;
  // The account of the inviter must not be locked before the invitation is accepted.
  const inviter = inviterId === null ? null : await lockUser(inviterId, 'SHARE', db);
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
  if (role !== acceptedRole) throw invitationChanged(role);
  await db.membership.create({ data: { workspaceId, userId, role, createdAt: context.actor.now } });
  await recordProof(invitationId, userId, context);
  await endInvitation(invitationId, 'accepted', db);
  await enqueueAcceptedEmail(invitationId, userId, context);
  audit.record({ workspaceId, details: { invitationId, email: ofUser(userId, email), role } });
  return { workspaceId };
}

/** Emails the user who sent the invitation last, if they are still a member. */
async function enqueueAcceptedEmail(invitationId: string, memberId: string, { db }: ActorContext): Promise<void> {
  const { inviterId, workspaceId, role } = await db.invitation.findUniqueOrThrow({ where: { id: invitationId } });
  if (inviterId === null || (await db.membership.count({ where: { workspaceId, userId: inviterId } })) === 0) return;
  await enqueueAccountEmail('invitationAccepted', inviterId, { workspaceId, memberId, role }, db);
}

async function lockInvitationOf(id: string, email: string, { db }: ActorContext) {
  const invitation = await lockInvitation({ id, email }, db);
  if (!invitation) throw apiError('InvitationNotFound');
  return invitation;
}

/** The order of the checks decides what a link reveals to whom: to another account at most the needed email address. */
function statusOf(row: InviteeRow | null, user: ActorContext['actor']['user']): OpenedInvitation['status'] {
  if (!row) return 'unknown';
  if (row.email !== user.email) return row.state === 'pending' ? 'wrongAccount' : 'notOpen';
  if (!user.emailVerified) return 'unverified';
  if (!row.isAvailable) return 'unavailable';
  if (row.isMember) return 'alreadyMember';
  return row.state === 'pending' ? 'open' : row.state;
}

import { canManageMembers, type AssignableRole } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { findOwnerId } from '../../../request/account/owned-workspaces.ts';
import { activeWorkspaceForUpdate, userForUpdate } from '../../../request/account/row-locks.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { checkIsPending, invitationChanged } from './invitation-state.ts';
import { endInvitation, invitationForUpdate, isInvitationBacked, recordProof } from './invitations.queries.ts';

interface AcceptanceRequest {
  readonly invitationId: string;
  /** The role that the user saw. */
  readonly role: AssignableRole;
  readonly user: { readonly id: string; readonly email: string };
  readonly now: Date;
}

/**
 * Makes a user a member by the invitation of their email. The caller has locked the email and the user, and has checked that the mailbox
 * is theirs. Throws before it changes anything if the invitation cannot be accepted. Returns the audit entry.
 */
export async function acceptInvitation(
  { invitationId, role: acceptedRole, user: { id: userId, email }, now }: AcceptanceRequest,
  context: DbContext,
) {
  const { db } = context;
  const invitation = await db.invitation.findUnique({
    where: { id: invitationId, email },
    select: { workspaceId: true, inviterId: true, inviterServiceAccountId: true },
  });
  if (!invitation) throw apiError('InvitationNotFound');
  const { workspaceId, inviterServiceAccountId } = invitation;
  // The account of the inviter, or of the owner for a service account, must not be locked before the invitation is accepted.
  const inviterId = inviterServiceAccountId === null ? invitation.inviterId : await findOwnerId(workspaceId, db);
  const inviter = inviterId === null ? null : await userForUpdate(inviterId, 'SHARE', db);
  const isInviterLocked = inviter !== null && isLocked(inviter, now);
  const isAvailable =
    (await activeWorkspaceForUpdate(workspaceId, db)) &&
    !isInviterLocked &&
    (await isInvitationBacked(invitationId, context));
  const isMember = (await db.membership.count({ where: { workspaceId, userId } })) > 0;
  const locked = await invitationForUpdate({ id: invitationId, email }, db);
  if (!locked) throw apiError('InvitationNotFound');
  checkIsPending(locked);
  if (isMember) throw apiError('AlreadyMember', { message: 'You are already a member of this workspace.' });
  if (!isAvailable)
    throw apiError('WorkspaceNotFound', { message: 'This invitation can’t be used now. Ask for a new one.' });
  const { role } = locked;
  if (role !== acceptedRole) throw invitationChanged(role);
  await db.membership.create({ data: { workspaceId, userId, role, createdAt: now } });
  await enqueueWorkspaceEvents([workspaceId], db);
  await recordProof(invitationId, userId, context);
  await endInvitation(invitationId, 'accepted', db);
  await enqueueJoinedEmails(invitationId, userId, context);
  return { workspaceId, details: { invitationId, email: personalTo(userId, email), role } };
}

/** Emails the user who sent the invitation last, if they are still a member. The owner, too, learns of each approver who joins. */
async function enqueueJoinedEmails(invitationId: string, memberId: string, { db }: DbContext): Promise<void> {
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

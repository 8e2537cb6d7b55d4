import { isLocked } from '../../account-locks/account-lock.ts';
import { databaseNow } from '../../db/clock.ts';
import { invitationEmail } from '../../emails/invitation.ts';
import { sendOnce } from '../../invitation-emails/send-once.ts';
import { hashMailbox, isSuppressed } from '../../invitation-emails/suppression.ts';
import type { Services } from '../../services.ts';
import { findVerifiedAccount } from '../../users/find-invitee.ts';
import type { JobPayloads } from '../queue.ts';

/**
 * Emails an invitation, or a notice that staff created a workspace for the user. Sends nothing if the invitation was withdrawn
 * or the inviter is locked, or if the owner of the mailbox stopped such emails or received too many today. The inviter is not
 * told about the last two.
 */
export async function sendInvitationEmail(
  { emailId, workspaceId, inviteeId, inviterId }: JobPayloads['sendInvitationEmail'],
  services: Services,
): Promise<void> {
  const { db, unsubscribeLinks, log, mailer, settings } = services;
  const [membership, inviter] = await Promise.all([
    db.membership.findUnique({
      where: {
        workspaceId_userId: { workspaceId, userId: inviteeId },
        workspace: { deletedAt: null, quarantinedAt: null },
      },
      select: { workspace: true, user: true, role: true },
    }),
    db.user.findUnique({ where: { id: inviterId } }),
  ]);
  if (!membership || !inviter || isLocked(inviter, await databaseNow(db))) return;
  const { workspace, user, role } = membership;
  const mailboxHash = hashMailbox(user.email);
  if (await isSuppressed(mailboxHash, db)) return;
  const isMember = user.auth0Id !== null;
  const invitation = {
    to: user.email,
    inviter,
    workspaceName: workspace.displayName,
    role,
    isMember,
    hasAccount: isMember || (await findVerifiedAccount(user.email, db)) !== null,
    unsubscribeUrl: unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash)),
  };
  const send = () => mailer.send(invitationEmail(invitation, settings));
  const isSent = await sendOnce({ id: emailId, mailboxHash }, send, services);
  if (!isSent)
    log.info({ emailId, workspaceId }, 'invitation email not sent: already sent, or too many to this mailbox');
}

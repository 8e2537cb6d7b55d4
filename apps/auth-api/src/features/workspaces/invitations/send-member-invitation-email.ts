import { isLocked } from '../../../request/account/account-lock.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { invitationEmail } from '../../emails/invitations.emails.ts';
import { isPermanentRejection } from '../../../integrations/smtp/permanent-rejection.ts';
import { keyOfRequestedEmails } from '../../emails/email-limits.ts';
import { sendOnce, uncountEmail } from '../../emails/send-once.ts';
import { isSuppressed } from '../../emails/suppression.ts';
import { createInvitationLink } from './invitation-links.ts';
import { recordEmailOutcome } from './invitations.queries.ts';
import type { Services } from '../../../request/call/services.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';

/**
 * Emails an invitation with a link of its own. Sends nothing if the invitation ended or its sender is locked, or if the owner of
 * the mailbox stopped such emails. The sender does not learn of the last one, but of an address that its mail server rejects for
 * good, which is not retried.
 */
export async function sendMemberInvitationEmail(
  { emailId, invitationId, isRequested = false }: JobPayloads['sendMemberInvitationEmail'],
  services: Services,
): Promise<void> {
  const { db, hashMailbox, unsubscribeLinks, log, mailer, settings } = services;
  const now = await databaseNow(db);
  const invitation = await db.invitation.findUnique({
    where: {
      id: invitationId,
      expiresAt: { gt: now },
      acceptedAt: null,
      declinedAt: null,
      cancelledAt: null,
      workspace: { deletedAt: null, quarantinedAt: null },
    },
    include: { workspace: true, inviter: true },
  });
  if (!invitation?.inviter || isLocked(invitation.inviter, now)) {
    await uncountEmail(emailId, services);
    return;
  }
  const { email, inviter, workspace, role, expiresAt } = invitation;
  const mailboxHash = hashMailbox(email);
  // It stays counted, and counts as sent, so that the sender does not learn of it.
  if (await isSuppressed(mailboxHash, db)) {
    await recordEmailOutcome(invitationId, { failed: false, isRequested }, services);
    return;
  }
  const unsubscribeUrl = unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash));
  const countedAs = isRequested ? keyOfRequestedEmails(mailboxHash) : mailboxHash;
  const send = async () => {
    const url = await createInvitationLink(invitationId, services, settings);
    const content = { to: email, inviter, workspaceName: workspace.displayName, role, expiresAt, url, unsubscribeUrl };
    await mailer.send(invitationEmail(content, settings));
  };
  try {
    const isSent = await sendOnce({ id: emailId, mailboxHash: countedAs }, send, services);
    if (isSent) await recordEmailOutcome(invitationId, { failed: false, isRequested }, services);
    else log.info({ emailId, invitationId }, 'invitation email not sent: already sent');
  } catch (error) {
    if (!isPermanentRejection(error)) throw error;
    await uncountEmail(emailId, services);
    await recordEmailOutcome(invitationId, { failed: true, isRequested }, services);
    log.info({ emailId, invitationId }, 'invitation email rejected by the mail server of the address');
  }
}

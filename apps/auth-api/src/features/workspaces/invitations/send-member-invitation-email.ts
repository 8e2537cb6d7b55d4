import type { ServiceAccount } from '../../../generated/prisma/client.ts';
import type { NamedActor, NamedUser } from '../../emails/names.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { invitationEmail } from '../../emails/invitations.emails.ts';
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
    include: {
      workspace: { include: { memberships: { where: { role: 'OWNER' }, include: { user: true } } } },
      inviter: true,
      inviterServiceAccount: true,
    },
  });
  const sender = invitation && senderToName(invitation);
  // The lock of the owner pauses the service accounts of their workspaces.
  const responsible = invitation?.inviter ?? invitation?.workspace.memberships[0]?.user;
  if (!sender || !responsible || isLocked(responsible, now)) {
    await uncountEmail(emailId, services);
    return;
  }
  const { email, workspace, role, expiresAt } = invitation;
  const mailboxHash = hashMailbox(email);
  const unsubscribeUrl = unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash));
  const countedAs = isRequested ? keyOfRequestedEmails(mailboxHash) : mailboxHash;
  const deliver = async () => {
    const url = await createInvitationLink(invitationId, services, settings);
    const content = {
      to: email,
      inviter: sender,
      workspaceName: workspace.displayName,
      role,
      expiresAt,
      url,
      unsubscribeUrl,
    };
    await mailer.send(invitationEmail(content, settings));
  };
  // If the owner of the mailbox stopped such emails, it counts as sent once the mail server takes emails: the sender does not learn of it.
  const isStopped = await isSuppressed(mailboxHash, db);
  const outcome = await sendOnce(
    { id: emailId, mailboxHash: countedAs },
    async (tx) => {
      await (isStopped ? mailer.check() : deliver());
      await recordEmailOutcome(invitationId, { failed: false, isRequested }, { db: tx });
    },
    services,
  );
  if (outcome === 'rejected') await recordEmailOutcome(invitationId, { failed: true, isRequested }, services);
  if (outcome !== 'sent') log.info({ emailId, invitationId, outcome }, 'invitation email not sent');
}

/** Null if the account of the user no longer exists, or if the service account was deleted. */
export function senderToName({
  inviter,
  inviterServiceAccount,
}: {
  readonly inviter: NamedUser | null;
  readonly inviterServiceAccount: ServiceAccount | null;
}): NamedActor | null {
  if (inviter) return inviter;
  if (!inviterServiceAccount || inviterServiceAccount.deletedAt) return null;
  return { serviceAccountName: inviterServiceAccount.name };
}

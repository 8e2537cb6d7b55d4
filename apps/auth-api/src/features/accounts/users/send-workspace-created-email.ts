import { isLocked } from '../../../request/account/account-lock.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { workspaceCreatedEmail } from '../../emails/invitations.emails.ts';
import { keyOfRequestedEmails } from '../../emails/email-limits.ts';
import { sendOnce, uncountEmail } from '../../emails/send-once.ts';
import { isSuppressed } from '../../emails/suppression.ts';
import type { Services } from '../../../request/call/services.ts';
import { createPreProvisionedUserLink } from './pre-provisioned-user-links.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';

/**
 * Emails the owner of a workspace that staff created it. The email to an address, which a pre-provisioned user holds, has a link
 * that hands over the workspace. Sends nothing if the workspace has another owner by now or was deleted, or its creator is locked,
 * or if the owner of the mailbox stopped such emails and did not request this one.
 */
export async function sendWorkspaceCreatedEmail(
  { emailId, workspaceId, ownerId, creatorId, isRequested = false }: JobPayloads['sendWorkspaceCreatedEmail'],
  services: Services,
): Promise<void> {
  const { db, hashMailbox, unsubscribeLinks, log, mailer, settings } = services;
  const [ownership, creator] = await Promise.all([
    db.membership.findUnique({
      where: {
        workspaceId_userId: { workspaceId, userId: ownerId },
        workspace: { deletedAt: null, quarantinedAt: null },
      },
      select: { role: true, workspace: true, user: true },
    }),
    creatorId === undefined ? null : db.user.findUnique({ where: { id: creatorId } }),
  ]);
  const isFromStaff = creator !== null && !isLocked(creator, await databaseNow(db));
  if (!ownership || !(isRequested || isFromStaff)) {
    await uncountEmail(emailId, services);
    return;
  }
  const { role, workspace, user } = ownership;
  const mailboxHash = hashMailbox(user.email);
  // No one else can give the link to an owner who asks for it.
  if (!isRequested && (await isSuppressed(mailboxHash, db))) return;
  const email = {
    to: user.email,
    creator,
    workspaceName: workspace.displayName,
    role,
    unsubscribeUrl: unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash)),
  };
  const send = async () => {
    const isPrepared = user.auth0Id === null;
    const link = isPrepared
      ? await createPreProvisionedUserLink({ preProvisionedUserId: ownerId, workspaceId }, services)
      : null;
    await mailer.send(workspaceCreatedEmail({ ...email, link }, settings));
  };
  const countedAs = isRequested ? keyOfRequestedEmails(mailboxHash) : mailboxHash;
  const outcome = await sendOnce({ id: emailId, mailboxHash: countedAs }, send, services);
  if (outcome !== 'sent') log.info({ emailId, outcome, 'si.workspace.id': workspaceId }, 'workspace email not sent');
}

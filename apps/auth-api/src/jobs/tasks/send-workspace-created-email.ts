import { isLocked } from '../../account-locks/account-lock.ts';
import { databaseNow } from '../../db/clock.ts';
import { workspaceCreatedEmail } from '../../emails/workspace-created.ts';
import { sendOnce, uncountEmail } from '../../invitation-emails/send-once.ts';
import { isSuppressed } from '../../invitation-emails/suppression.ts';
import type { Services } from '../../services.ts';
import type { JobPayloads } from '../queue.ts';

/**
 * Emails the owner of a workspace that staff created it. Sends nothing if the workspace has another owner by now or was deleted,
 * or its creator is locked, or if the owner of the mailbox stopped such emails.
 */
export async function sendWorkspaceCreatedEmail(
  { emailId, workspaceId, ownerId, creatorId }: JobPayloads['sendWorkspaceCreatedEmail'],
  services: Services,
): Promise<void> {
  const { db, hashMailbox, unsubscribeLinks, log, mailer, settings } = services;
  const [ownership, creator] = await Promise.all([
    db.membership.findUnique({
      where: {
        workspaceId_userId: { workspaceId, userId: ownerId },
        role: 'OWNER',
        workspace: { deletedAt: null, quarantinedAt: null },
      },
      select: { workspace: true, user: true },
    }),
    db.user.findUnique({ where: { id: creatorId } }),
  ]);
  if (!ownership || !creator || isLocked(creator, await databaseNow(db))) {
    await uncountEmail(emailId, services);
    return;
  }
  const { workspace, user } = ownership;
  const mailboxHash = hashMailbox(user.email);
  if (await isSuppressed(mailboxHash, db)) return;
  const email = {
    to: user.email,
    creator,
    workspaceName: workspace.displayName,
    hasLoggedIn: user.auth0Id !== null,
    unsubscribeUrl: unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash)),
  };
  const send = () => mailer.send(workspaceCreatedEmail(email, settings));
  const isSent = await sendOnce({ id: emailId, mailboxHash }, send, services);
  if (!isSent) log.info({ emailId, 'si.workspace.id': workspaceId }, 'workspace email not sent: already sent');
}

import { roleLabels, type WorkspaceRole } from '@portal/contract';
import { databaseNow } from '../database/clock.ts';
import type { Settings } from '../settings.ts';
import type { Services } from '../services.ts';
import { sendOnce } from '../invitation-emails/sent-emails.ts';
import { hashMailbox, isSuppressed } from '../invitation-emails/suppression.ts';
import { newId } from '../new-id.ts';
import { findAccount } from '../users/find-invitee.ts';
import { isLockedOut } from '../users/lock-outs.ts';
import type { Jobs } from './add-job.ts';
import { letter } from './letter.ts';
import { mailAddress, mailText } from './mail-text.ts';

/**
 * Emails an address that it was invited, or owns what staff made for it, unless that was withdrawn, its author is locked, or
 * the mailbox stopped such emails or got enough of them today: the inviter does not learn of these two.
 */
export async function sendInvitation(
  { emailId = newId(), workspaceId, inviteeId, inviterId }: Jobs['sendInvitation'],
  services: Services,
): Promise<void> {
  const { db, emailLinks, log, mailer, settings } = services;
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
  if (!membership || !inviter || isLockedOut(inviter, await databaseNow(db))) return;
  const { workspace, user, role } = membership;
  const mailboxHash = hashMailbox(user.email);
  if (await isSuppressed(mailboxHash, db)) return;
  const stopLink = emailLinks.address('stop', await emailLinks.sign(mailboxHash));
  const isMember = user.auth0Id !== null;
  const hasAccount = isMember || (await findAccount(user.email, db)) !== null;
  const facts = { to: user.email, inviter, workspace: workspace.displayName, role, isMember, hasAccount, stopLink };
  const send = () => mailer.send(invitationMail(facts, settings));
  const isSent = await sendOnce({ id: emailId, mailboxHash }, send, services);
  if (!isSent)
    log.info({ emailId, workspaceId }, 'an invitation email was not sent: sent before, or too many to its mailbox');
}

interface InvitationFacts {
  readonly to: string;
  readonly inviter: { readonly nickname: string; readonly email: string };
  readonly workspace: string;
  readonly role: WorkspaceRole;
  /** Whether they are a member at once, as where staff set a workspace up for an account. */
  readonly isMember: boolean;
  readonly hasAccount: boolean;
  readonly stopLink: string;
}

function invitationMail(facts: InvitationFacts, settings: Settings) {
  const { to, role, isMember, hasAccount, stopLink } = facts;
  const [nickname, workspace] = [mailText(facts.inviter.nickname), mailText(facts.workspace)];
  const who = `${nickname} (${mailAddress(facts.inviter.email)})`;
  const product = settings.PRODUCT_NAME;
  const [what, subject, by] =
    role === 'OWNER'
      ? [
          `${who} set up the workspace “${workspace}” for you in ${product}.`,
          `${nickname} set up ${workspace} for you`,
          'Set up by',
        ]
      : [
          `${who} invited you to collaborate on the workspace “${workspace}” in ${product}.`,
          `${nickname} invited you to ${workspace}`,
          'Invited by',
        ];
  const how = isMember
    ? 'You find it in your workspace list.'
    : `${hasAccount ? 'Log in' : 'Sign up or log in'} with this address (${to}) to see it in your workspace list.`;
  const link = isMember
    ? { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` }
    : hasAccount
      ? { label: 'Log in', href: `${settings.PORTAL_URL}/invitations` }
      : { label: 'Sign up', href: `${settings.PORTAL_URL}/signup` };
  return letter(
    {
      to,
      subject,
      paragraphs: [what, how],
      facts: { Workspace: workspace, 'Your role': roleLabels[role], [by]: who },
      link,
      aside: 'You can ignore this mail if you did not expect it.',
      stop: { label: 'Stop invitation emails to this address', href: stopLink },
    },
    settings,
  );
}

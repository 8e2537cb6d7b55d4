import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from '../providers/mailer.ts';
import type { Services } from '../services.ts';
import { isLockedOut } from '../users/lock-outs.ts';
import type { Jobs } from './add-job.ts';

/** Tells somebody that they were invited, or own what staff made for them, unless that was taken back or its author was locked out meanwhile. */
export async function sendInvitation(
  { workspaceId, inviteeId, inviterId }: Jobs['sendInvitation'],
  services: Services,
): Promise<void> {
  const { db, mailer, settings } = services;
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
  if (!membership || !inviter || isLockedOut(inviter)) return;
  const { workspace, user, role } = membership;
  await mailer.send(
    invitationMail({
      to: user.email,
      inviter: inviter.nickname,
      workspace: workspace.displayName,
      product: settings.PRODUCT_NAME,
      link: user.auth0Id === null ? `${settings.PORTAL_URL}/signup` : `${settings.PORTAL_URL}/workspaces`,
      hasAccount: user.auth0Id !== null,
      isOwner: role === 'OWNER',
    }),
  );
}

interface InvitationFacts {
  readonly to: string;
  readonly inviter: string;
  readonly workspace: string;
  readonly product: string;
  readonly link: string;
  readonly hasAccount: boolean;
  readonly isOwner: boolean;
}

function invitationMail({ to, inviter, workspace, product, link, hasAccount, isOwner }: InvitationFacts): Mail {
  const [what, subject] = isOwner
    ? [
        `${inviter} set up the workspace “${workspace}” for you in ${product}.`,
        `${inviter} set up ${workspace} for you`,
      ]
    : [
        `${inviter} invited you to collaborate on the workspace “${workspace}” in ${product}.`,
        `${inviter} invited you to ${workspace}`,
      ];
  const how = hasAccount
    ? 'You find it in your workspace list:'
    : `Sign up or log in with this address (${to}) to see it in your workspace list:`;
  const label = hasAccount ? 'Open your workspaces' : 'Sign up';
  return {
    to,
    subject,
    text: `${what}\n\n${how}\n${link}\n`,
    html: `<p>${escapeHtml(what)}</p><p>${escapeHtml(how)}</p><p><a href="${escapeHtml(link)}">${label}</a></p>`,
  };
}

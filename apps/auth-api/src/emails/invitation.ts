import { roleLabels, type WorkspaceRole } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import type { Email } from '../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { describeUser, toSafeText } from './safe-text.ts';

interface Invitation {
  readonly to: string;
  readonly inviter: { readonly nickname: string; readonly email: string };
  readonly workspaceName: string;
  readonly role: WorkspaceRole;
  /** Whether the recipient is a member already, because staff set the workspace up for their account. */
  readonly isMember: boolean;
  readonly hasAccount: boolean;
  readonly unsubscribeUrl: string;
}

export function invitationEmail(invitation: Invitation, settings: Settings): Email {
  const { to, role, isMember, hasAccount, unsubscribeUrl } = invitation;
  const [nickname, workspaceName] = [toSafeText(invitation.inviter.nickname), toSafeText(invitation.workspaceName)];
  const inviter = describeUser(invitation.inviter);
  const product = settings.PRODUCT_NAME;
  const [event, subject, inviterLabel] =
    role === 'OWNER'
      ? [
          `${inviter} set up the workspace “${workspaceName}” for you in ${product}.`,
          `${nickname} set up ${workspaceName} for you`,
          'Set up by',
        ]
      : [
          `${inviter} invited you to collaborate on the workspace “${workspaceName}” in ${product}.`,
          `${nickname} invited you to ${workspaceName}`,
          'Invited by',
        ];
  const nextStep = isMember
    ? 'You can find it in your workspace list.'
    : `${hasAccount ? 'Log in' : 'Sign up or log in'} with this address (${to}) to see it in your workspace list.`;
  const link = isMember
    ? { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` }
    : hasAccount
      ? { label: 'Log in', href: `${settings.PORTAL_URL}/invitations` }
      : { label: 'Sign up', href: `${settings.PORTAL_URL}/signup` };
  return renderEmail(
    {
      to,
      subject,
      paragraphs: [event, nextStep],
      facts: { Workspace: workspaceName, 'Your role': roleLabels[role], [inviterLabel]: inviter },
      link,
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}

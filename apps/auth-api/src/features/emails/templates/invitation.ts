import { formatUtcDateTime, roleLabels, type WorkspaceRole, displayEmail } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface Invitation {
  readonly to: string;
  readonly inviter: { readonly nickname: string; readonly email: string };
  readonly workspaceName: string;
  readonly role: WorkspaceRole;
  readonly expiresAt: Date;
  /** The URL of the invitation. Contains a secret. */
  readonly url: string;
  readonly unsubscribeUrl: string;
}

/** The same whether or not the recipient has an account. */
export function invitationEmail(invitation: Invitation, settings: Settings): Email {
  const { to, role, expiresAt, url, unsubscribeUrl } = invitation;
  const workspaceName = quoteName(invitation.workspaceName);
  const inviter = describeUser(invitation.inviter);
  return renderEmail(
    {
      to,
      subject: `You are invited to a workspace in ${settings.PRODUCT_NAME}`,
      paragraphs: [
        `${inviter} invited you to collaborate on the workspace ${workspaceName} in ${settings.PRODUCT_NAME}.`,
        `Sign up or log in with this address (${displayEmail(to)}) to accept or decline. You are not a member until you accept.`,
      ],
      facts: {
        Workspace: workspaceName,
        'Your role': roleLabels[role],
        'Invited by': inviter,
        'Valid until': formatUtcDateTime(expiresAt),
      },
      link: { label: 'View the invitation', href: url },
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}

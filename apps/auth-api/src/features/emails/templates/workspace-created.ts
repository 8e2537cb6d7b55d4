import { formatUtcDateTime, roleLabels, type WorkspaceRole, displayEmail } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface CreatedWorkspace {
  readonly to: string;
  /** The member of staff; null if the recipient requested the email. */
  readonly creator: { readonly nickname: string; readonly email: string } | null;
  readonly workspaceName: string;
  readonly role: WorkspaceRole;
  /** The link that hands over the workspace, which contains a secret; null if the workspace is in the recipient's list already. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | null;
  readonly unsubscribeUrl: string;
}

/** Notifies a user that staff created a workspace for the user, or for the user's address. */
export function workspaceCreatedEmail(created: CreatedWorkspace, settings: Settings): Email {
  const { to, role, link, unsubscribeUrl } = created;
  const workspaceName = quoteName(created.workspaceName);
  const creator = created.creator ? describeUser(created.creator) : null;
  const nextStep = link
    ? `Open the link, and sign up or log in with this address (${displayEmail(to)}). The workspace is then in your list. The link shows us that the mailbox is yours, so do not forward it.`
    : 'You can find it in your workspace list.';
  return renderEmail(
    {
      to,
      subject: `A workspace in ${settings.PRODUCT_NAME} was set up for you`,
      paragraphs: [
        creator === null
          ? `The workspace ${workspaceName} is set up for you in ${settings.PRODUCT_NAME}.`
          : `${creator} set up the workspace ${workspaceName} for you in ${settings.PRODUCT_NAME}.`,
        nextStep,
      ],
      facts: {
        Workspace: workspaceName,
        'Your role': roleLabels[role],
        ...(creator !== null && { 'Set up by': creator }),
        ...(link && { 'Valid until': formatUtcDateTime(link.expiresAt) }),
      },
      link: link
        ? { label: 'Get the workspace', href: link.url }
        : { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}

import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface Offer {
  readonly to: string;
  readonly workspace: { readonly id: string; readonly displayName: string };
  /** The owner. */
  readonly from: { readonly nickname: string; readonly email: string };
  readonly expiresAt: Date;
}

/** Notifies a member that the owner offers them the ownership, what it means, and where to accept or decline. */
export function ownershipOfferedEmail({ to, workspace, from, expiresAt }: Offer, settings: Settings): Email {
  const [nickname, workspaceName] = [quoteName(from.nickname), quoteName(workspace.displayName)];
  return renderEmail(
    {
      to,
      subject: `You are offered the ownership of ${workspaceName}`,
      paragraphs: [
        `${nickname} wants to make you the owner of ${workspaceName} in ${settings.PRODUCT_NAME}. Nothing changes until you accept.`,
        `If you accept, you can edit and delete the workspace, and ${nickname} becomes Approver. API tokens and instance sessions keep working. Billing does not move: each account keeps its own.`,
      ],
      facts: { Workspace: workspaceName, Owner: describeUser(from), 'Open until': formatUtcDateTime(expiresAt) },
      link: { label: 'Accept or decline', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      advice: {
        title: 'If you do not want this or did not expect it:',
        steps: [{ label: `Decline the offer, or ask ${nickname} about it` }, contactSupport(settings)],
      },
    },
    settings,
  );
}

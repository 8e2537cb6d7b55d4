import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface Member {
  readonly nickname: string;
  readonly email: string;
}

interface Move {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly id: string; readonly displayName: string };
  readonly oldOwner: Member;
  readonly newOwner: Member;
  /** Whether the recipient is the new owner; otherwise the previous one. */
  readonly isNewOwner: boolean;
  readonly isBySupport: boolean;
}

/** Notifies the previous or the new owner of the transfer, and of what it means for them. */
export function ownershipMovedEmail(move: Move, settings: Settings): Email {
  const { to, at, workspace, oldOwner, newOwner, isNewOwner, isBySupport } = move;
  const workspaceName = quoteName(workspace.displayName);
  const [subject, cause, consequence] = isNewOwner
    ? [
        `You are now the owner of ${workspaceName}`,
        'You accepted the offer.',
        `You can now edit and delete the workspace and change roles. ${quoteName(oldOwner.nickname)} is Approver.`,
      ]
    : [
        `The owner of ${workspaceName} has changed`,
        'They accepted your offer.',
        'You are Approver now: you can invite and remove members, and no longer edit or delete the workspace.',
      ];
  return renderEmail(
    {
      to,
      subject,
      paragraphs: [
        `${isBySupport ? 'Support changed the owner.' : cause} ${consequence}`,
        `API tokens and instance sessions keep working. Billing has not moved: each account keeps its own.`,
      ],
      facts: {
        Workspace: workspaceName,
        'New owner': describeUser(newOwner),
        'Previous owner': describeUser(oldOwner),
        Changed: formatUtcDateTime(at),
      },
      link: { label: 'Open the workspace', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      advice: {
        title: 'If you did not expect this:',
        steps: isBySupport ? [contactSupport(settings)] : [changePassword, contactSupport(settings)],
      },
    },
    settings,
  );
}

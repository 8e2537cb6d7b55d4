import type { Settings } from '../config/settings.ts';
import type { Email } from '../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { toSafeAddress, toSafeText } from './safe-text.ts';

interface Member {
  readonly id: string;
  readonly nickname: string;
  readonly email: string;
}

interface Move {
  readonly workspace: { readonly id: string; readonly displayName: string };
  readonly from: Member;
  readonly to: Member;
  /** One of the two. */
  readonly recipient: Member;
  readonly isBySupport: boolean;
}

/** Tells the previous or the new owner that the ownership has moved, and what that means for them. */
export function ownershipMovedEmail({ workspace, from, to, recipient, isBySupport }: Move, settings: Settings): Email {
  const [oldOwner, newOwner] = [toSafeText(from.nickname), toSafeText(to.nickname)];
  const workspaceName = toSafeText(workspace.displayName);
  const [subject, cause, consequence] =
    recipient.id === to.id
      ? [
          `You are now the owner of ${workspaceName}`,
          'You accepted the offer.',
          `You can now edit and delete the workspace and change roles. ${oldOwner} is Approver.`,
        ]
      : [
          `${newOwner} is now the owner of ${workspaceName}`,
          'They accepted your offer.',
          'You are Approver now: you can invite and remove members, and no longer edit or delete the workspace.',
        ];
  return renderEmail(
    {
      to: recipient.email,
      subject,
      paragraphs: [
        `${subject}. ${isBySupport ? 'Support changed the owner.' : cause}`,
        `${consequence} API tokens and instance sessions keep working. Billing has not moved: each account keeps its own.`,
        `If you did not expect this, contact ${settings.SUPPORT_EMAIL}.`,
      ],
      facts: {
        Workspace: workspaceName,
        'New owner': `${newOwner} (${toSafeAddress(to.email)})`,
        'Previous owner': `${oldOwner} (${toSafeAddress(from.email)})`,
      },
      link: { label: 'Open the workspace', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
    },
    settings,
  );
}

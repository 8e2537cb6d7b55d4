import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface DeclinedOffer {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly id: string; readonly displayName: string };
  /** The member to whom the ownership was offered. */
  readonly member: { readonly nickname: string; readonly email: string };
}

/** Notifies the owner that a member declined the ownership. */
export function ownershipDeclinedEmail({ to, at, workspace, member }: DeclinedOffer, settings: Settings): Email {
  const [nickname, workspaceName] = [quoteName(member.nickname), quoteName(workspace.displayName)];
  return renderEmail(
    {
      to,
      subject: `Your offer of the ownership of ${workspaceName} was declined`,
      paragraphs: [
        `${nickname} declined your offer to become the owner of ${workspaceName} in ${settings.PRODUCT_NAME}. You stay the owner, and can offer the ownership to another member.`,
      ],
      facts: { Workspace: workspaceName, Member: describeUser(member), When: formatUtcDateTime(at) },
      link: { label: 'Open workspace settings', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      advice: {
        title: 'If you did not offer the ownership:',
        steps: [{ label: 'Log in and check the members of the workspace' }, contactSupport(settings)],
      },
    },
    settings,
  );
}

import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface MemberRemoved {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly displayName: string };
  readonly actor: { readonly nickname: string; readonly email: string };
}

export function memberRemovedEmail({ to, at, workspace, actor }: MemberRemoved, settings: Settings): Email {
  const workspaceName = quoteName(workspace.displayName);
  const by = describeUser(actor);
  return renderEmail(
    {
      to,
      subject: `You were removed from a workspace in ${settings.PRODUCT_NAME}`,
      paragraphs: [
        `${by} removed you from the workspace ${workspaceName} in ${settings.PRODUCT_NAME}. You can no longer open it, and the API tokens that you created for it no longer work.`,
      ],
      facts: { Workspace: workspaceName, 'Removed by': by, Removed: formatUtcDateTime(at) },
      link: { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      advice: {
        title: 'If you did not expect this:',
        steps: [
          { label: `Ask ${quoteName(actor.nickname)} to invite you again` },
          { label: 'Replace the tokens in your programs that use this workspace' },
          contactSupport(settings),
        ],
      },
    },
    settings,
  );
}

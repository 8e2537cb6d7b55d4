import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions, revokeTokens } from './advice.ts';
import { renderEmail } from './layout.ts';
import { quoteName } from './safe-text.ts';

interface TokenCreated {
  readonly to: string;
  readonly at: Date;
  readonly token: { readonly name: string; readonly expiresAt: Date };
  readonly workspace: { readonly id: string; readonly displayName: string };
}

export function tokenCreatedEmail({ to, at, token, workspace }: TokenCreated, settings: Settings): Email {
  const workspaceName = quoteName(workspace.displayName);
  return renderEmail(
    {
      to,
      subject: `New API token for ${workspaceName}`,
      paragraphs: [
        `An API token was created with your ${settings.PRODUCT_NAME} account. Programs that have it can act on the workspace on your behalf.`,
      ],
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(at),
        Expires: formatUtcDateTime(token.expiresAt),
      },
      link: { label: 'View API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      advice: {
        title: 'If you did not create this token:',
        steps: [revokeTokens(workspace.id, settings), endSessions(settings), changePassword, contactSupport(settings)],
      },
    },
    settings,
  );
}

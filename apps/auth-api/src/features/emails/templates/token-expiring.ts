import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport, endSessions, revokeTokens } from './advice.ts';
import { renderEmail } from './layout.ts';
import { quoteName } from './safe-text.ts';

interface TokenExpiring {
  readonly to: string;
  readonly token: { readonly name: string; readonly createdAt: Date; readonly expiresAt: Date };
  readonly workspace: { readonly id: string; readonly displayName: string };
}

/** Names the time of expiry, not the time left: the email may arrive late. */
export function tokenExpiringEmail({ to, token, workspace }: TokenExpiring, settings: Settings): Email {
  const workspaceName = quoteName(workspace.displayName);
  const expiresAt = formatUtcDateTime(token.expiresAt);
  return renderEmail(
    {
      to,
      subject: `Your API token for ${workspaceName} expires on ${expiresAt}`,
      paragraphs: [
        'An API token that you created is about to expire. Programs that use it lose access to the workspace then. Create another token and replace it in your programs.',
      ],
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(token.createdAt),
        Expires: expiresAt,
      },
      link: { label: 'Manage API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      advice: {
        title: 'If you did not create this token:',
        steps: [revokeTokens(workspace.id, settings), endSessions(settings), contactSupport(settings)],
      },
      preferences: true,
    },
    settings,
  );
}

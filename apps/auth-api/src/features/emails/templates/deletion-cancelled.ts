import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions } from './advice.ts';
import { renderEmail } from './layout.ts';

/** Notifies a user that the account will not be deleted. */
export function deletionCancelledEmail({ to, at }: { to: string; at: Date }, settings: Settings): Email {
  const { PRODUCT_NAME: product, PORTAL_URL } = settings;
  return renderEmail(
    {
      to,
      subject: `Your ${product} account will not be deleted`,
      paragraphs: [
        'The deletion of your account was cancelled, in the portal or by the link in our email. Nothing was deleted.',
      ],
      facts: { Cancelled: formatUtcDateTime(at) },
      link: { label: 'Open your profile', href: `${PORTAL_URL}/profile` },
      advice: {
        title: 'If you did not cancel it:',
        steps: [changePassword, endSessions(settings), contactSupport(settings)],
      },
    },
    settings,
  );
}

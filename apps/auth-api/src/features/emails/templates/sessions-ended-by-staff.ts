import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, revokeUnknownTokens } from './advice.ts';
import { renderEmail } from './layout.ts';

export function sessionsEndedByStaffEmail({ to, at }: { to: string; at: Date }, settings: Settings): Email {
  const { PRODUCT_NAME: product, PORTAL_URL } = settings;
  return renderEmail(
    {
      to,
      subject: `You were logged out of ${product}`,
      paragraphs: [
        `${product} support logged you out in every browser, and of the instances that you entered from there. Your account is not locked, and your API tokens still work.`,
      ],
      facts: { 'Logged out': formatUtcDateTime(at) },
      link: { label: 'Log in', href: `${PORTAL_URL}/login` },
      advice: {
        title: 'If you did not ask support for this:',
        steps: [changePassword, revokeUnknownTokens(settings), contactSupport(settings)],
      },
    },
    settings,
  );
}

import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions } from './advice.ts';
import { renderEmail } from './layout.ts';

/** For the address of the account, when the invoices go to another one. */
export function billingEmailChangedEmail({ to, at }: { to: string; at: Date }, settings: Settings): Email {
  return renderEmail(
    {
      to,
      subject: `Your ${settings.PRODUCT_NAME} invoices go to another email address`,
      paragraphs: [
        'The billing email of your account was changed at our payment provider, Stripe. Invoices and receipts go to the new address, which is not the address of your account.',
      ],
      facts: { Changed: formatUtcDateTime(at) },
      link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
      advice: {
        title: 'If you did not change it:',
        steps: [changePassword, endSessions(settings), contactSupport(settings)],
      },
    },
    settings,
  );
}

import { formatPrice, formatUtcDateTime, type Price } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';

interface Resumption {
  readonly to: string;
  readonly price: Price | null;
  readonly nextInvoiceAt: Date | null;
}

export function subscriptionResumedEmail({ to, price, nextInvoiceAt }: Resumption, settings: Settings): Email {
  return renderEmail(
    {
      to,
      subject: `Your ${settings.PRODUCT_NAME} subscription has resumed`,
      paragraphs: ['Your payment details are saved, and your subscription is active again.'],
      facts: {
        ...(price && { Price: formatPrice(price) }),
        ...(nextInvoiceAt && { 'Next invoice': formatUtcDateTime(nextInvoiceAt) }),
      },
      link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
      advice: {
        title: 'If you did not add payment details:',
        steps: [{ label: 'Check the card on the billing page' }, contactSupport(settings)],
      },
    },
    settings,
  );
}

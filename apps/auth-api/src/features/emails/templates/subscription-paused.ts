import { formatPrice, resumeText, type Charge, type Price } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';

interface Pause {
  readonly to: string;
  readonly price: Price | null;
  /** Null if that is not known any more. */
  readonly charge: Charge | null;
}

export function subscriptionPausedEmail({ to, price, charge }: Pause, settings: Settings): Email {
  return renderEmail(
    {
      to,
      subject: `Your ${settings.PRODUCT_NAME} subscription is paused`,
      paragraphs: [
        'Your free trial has ended and no card is on file, so your subscription is paused. Nothing was charged. Add payment details to resume it.',
        ...(charge ? [resumeText(charge)] : []),
      ],
      ...(price && { facts: { Price: formatPrice(price) } }),
      link: { label: 'Add payment details', href: `${settings.PORTAL_URL}/billing` },
      advice: {
        title: 'If you did not expect this:',
        steps: [{ label: 'Check your payment details on the billing page' }, contactSupport(settings)],
      },
    },
    settings,
  );
}

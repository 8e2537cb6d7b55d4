import { formatUtcDateTime, subscriptionNotice, type Charge } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { EndReason } from '../../../integrations/stripe/billing-provider.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';

interface End {
  readonly to: string;
  readonly reason: EndReason | null;
  readonly endingAt: Date | null;
  /** Null if only support can start a new one. */
  readonly chargedOnRestart: Charge | null;
}

const reasons: Readonly<Record<EndReason, string>> = {
  cancelled: 'Your subscription was cancelled.',
  paymentFailed: 'An invoice of your subscription was not paid.',
  paymentDisputed: 'A payment for your subscription was disputed.',
};

export function subscriptionEndedEmail({ to, reason, endingAt, chargedOnRestart }: End, settings: Settings): Email {
  const notice = subscriptionNotice({
    state: 'ended',
    collection: 'automatic',
    chargedOnResume: null,
    chargedOnRestart,
  });
  return renderEmail(
    {
      to,
      subject: `Your ${settings.PRODUCT_NAME} subscription has ended`,
      paragraphs: [
        [reason && reasons[reason], notice].filter(Boolean).join(' '),
        'Your workspaces and their members are not deleted.',
      ],
      ...(endingAt && { facts: { Ended: formatUtcDateTime(endingAt) } }),
      link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
      advice: { title: 'If you did not expect this:', steps: [contactSupport(settings)] },
    },
    settings,
  );
}

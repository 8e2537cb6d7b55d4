import { formatPrice, formatUtcDate, formatUtcDateTime, type PaymentCard, type Price } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import type { Email } from '../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { describeCard } from './describe-card.ts';
import { renderEmail } from './layout.ts';

interface Trial {
  readonly to: string;
  readonly endsAt: Date;
  readonly price: Price | null;
  readonly card: PaymentCard | null;
  readonly hasPaymentMethod: boolean;
  /** False if the user has cancelled the plan. */
  readonly isContinued: boolean;
}

/** Names the time of the end, not the time left: the email may arrive late. */
export function trialEndingEmail(trial: Trial, settings: Settings): Email {
  const { to, endsAt, price, card, hasPaymentMethod, isContinued } = trial;
  const willPause = isContinued && !hasPaymentMethod;
  return renderEmail(
    {
      to,
      subject: `Your ${settings.PRODUCT_NAME} trial ends on ${formatUtcDate(endsAt)}`,
      paragraphs: [paragraphOf(trial)],
      facts: {
        'Trial ends': formatUtcDateTime(endsAt),
        ...(price && isContinued && { 'Price after the trial': formatPrice(price) }),
        ...(isContinued && { Card: card ? describeCard(card) : hasPaymentMethod ? 'On file' : 'None' }),
      },
      link: {
        label: willPause ? 'Add payment details' : 'Open billing',
        href: `${settings.PORTAL_URL}/billing`,
      },
      advice: {
        title: 'If you do not want to continue, or have a question:',
        steps: [{ label: 'Cancel the plan at “View Your Invoices” on the billing page' }, contactSupport(settings)],
      },
    },
    settings,
  );
}

function paragraphOf({ card, hasPaymentMethod, isContinued }: Trial): string {
  if (!isContinued) return 'Your free trial is about to end. You have cancelled the plan, so nothing is charged.';
  return hasPaymentMethod
    ? `Your free trial is about to end. Your plan then continues, and your ${card ? 'card' : 'payment method'} is charged. You do not have to do anything.`
    : 'Your free trial is about to end, and no card is on file. Without a card, your subscription will be paused. Add payment details to continue without a break.';
}

import { formatPrice, formatUtcDate, formatUtcDateTime, type PaymentCard, type Price } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Continuation } from '../../../integrations/stripe/billing-provider.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
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
  readonly continuation: Continuation;
}

/** Names the time of the end, not the time left: the email may arrive late. */
export function trialEndingEmail(trial: Trial, settings: Settings): Email {
  const { to, endsAt, price, isContinued } = trial;
  const isCardMissing = isContinued && !trial.hasPaymentMethod && needsCard.includes(trial.continuation);
  return renderEmail(
    {
      to,
      // With the zone, because the last day is another one elsewhere.
      subject: `Your ${settings.PRODUCT_NAME} trial ends on ${formatUtcDate(endsAt)} (UTC)`,
      paragraphs: [paragraphOf(trial)],
      facts: {
        'Trial ends': formatUtcDateTime(endsAt),
        ...(price && isContinued && { 'Price after the trial': formatPrice(price) }),
        ...(isContinued && { Card: cardFact(trial) }),
      },
      link: {
        label: isCardMissing ? 'Add payment details' : 'Open billing',
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

const needsCard: readonly Continuation[] = ['pause', 'end', 'unpaidInvoice'];

const cardFact = ({ card, hasPaymentMethod }: Trial) =>
  card ? describeCard(card) : hasPaymentMethod ? 'On file' : 'None';

const withoutCard = 'Your free trial is about to end, and no card is on file.';

function paragraphOf({ card, isContinued, continuation }: Trial): string {
  if (!isContinued) return 'Your free trial is about to end. You have cancelled the plan, so nothing is charged.';
  const paragraphs: Record<Continuation, string> = {
    charge: `Your free trial is about to end. Your plan then continues, and your ${card ? 'card' : 'payment method'} is charged. You do not have to do anything.`,
    emailedInvoice:
      'Your free trial is about to end. Your plan then continues, and we email the invoice to you. Your card is not charged.',
    noPayment:
      'Your free trial is about to end. Your plan then continues. Payments for it are paused, so nothing is charged.',
    pause: `${withoutCard} Without a card, your subscription will be paused. Add payment details to continue without a break.`,
    end: `${withoutCard} Without a card, your subscription will end with the trial. Add payment details to continue.`,
    unpaidInvoice: `${withoutCard} Your plan then continues with an invoice that you have to pay. Add payment details so that we can charge your card.`,
  };
  return paragraphs[continuation];
}

import {
  cardBrandName,
  formatAmount,
  formatPrice,
  type ActiveSubscription,
  type BillingOverview,
  type PaymentCard,
} from '@portal/contract';
import {
  Badge,
  DescriptionItem,
  DescriptionList,
  formatDate,
  formatDateTime,
  Icon,
  useMinuteClock,
  VisuallyHidden,
  type IconName,
} from '@portal/ui';

export interface BillingFactsProps {
  subscription: ActiveSubscription;
  overview: BillingOverview;
  hasPaymentMethod: boolean;
}

/** What is paid, when, and with what. */
export function BillingFacts(props: BillingFactsProps) {
  const { subscription, overview, hasPaymentMethod } = props;
  const price = priceText(props);
  const nextInvoice = nextInvoiceText(props);
  const nextCharge = nextChargeText(props);
  return (
    <DescriptionList>
      {price !== null && (
        <DescriptionItem name="Price">
          <span className="tabular-nums">{price}</span>
        </DescriptionItem>
      )}
      {subscription.isTrial && subscription.endingAt !== null && (
        // The moment, because the last day is another one in another time zone.
        <DescriptionItem name="Trial ends">
          <span className="tabular-nums">{formatDateTime(new Date(subscription.endingAt))}</span>
        </DescriptionItem>
      )}
      {nextCharge === null ? (
        nextInvoice !== null && (
          <DescriptionItem name="Next invoice">
            <span className="tabular-nums">{nextInvoice}</span>
          </DescriptionItem>
        )
      ) : (
        <DescriptionItem name="Next charge">
          <span className="tabular-nums">{nextCharge}</span>
        </DescriptionItem>
      )}
      <DescriptionItem name="Card">
        {hasPaymentMethod ? (
          <CardOnFile card={overview.card} />
        ) : subscription.collection === 'sendInvoice' ? (
          'Not needed'
        ) : (
          <StatusLine icon="alert-triangle" iconClass="text-warning-icon" text="No payment details yet" />
        )}
      </DescriptionItem>
    </DescriptionList>
  );
}

/** The card in a sentence. A payment method of another kind has no such details. */
export const cardText = (card: PaymentCard | null | undefined) =>
  card ? `${cardBrandName(card.brand)} ending in ${card.last4}` : 'Your payment method';

/** What is charged to what, and when. Null if nothing is, or if it is not known. */
function nextChargeText({ subscription, overview, hasPaymentMethod }: BillingFactsProps): string | null {
  const { nextInvoice, invoices, card } = overview;
  const isCharged = subscription.collection === 'automatic' && hasPaymentMethod;
  if (!nextInvoice || !invoices || !isCharged || nextInvoice.amount === 0) return null;
  const { amount, currency, date } = nextInvoice;
  const what = amount === null ? '' : ` ${formatAmount(amount, currency)}`;
  return `${cardText(card)} will be charged${what} on ${formatDate(new Date(date))}`;
}

function priceText({ subscription, overview }: BillingFactsProps): string | null {
  const { price, isContinued } = overview;
  if (!price || subscription.state === 'ended') return null;
  if (price.amount === 0) return 'No charge';
  return subscription.isTrial && isContinued ? `${formatPrice(price)} after the trial` : formatPrice(price);
}

/** Null while it is not known. */
function nextInvoiceText({ subscription, overview, hasPaymentMethod }: BillingFactsProps): string | null {
  const { isTrial, state, collection, trialEndBehavior } = subscription;
  const { nextInvoice, isContinued, invoices } = overview;
  if (state === 'none' || state === 'pending' || !invoices) return null;
  if (nextInvoice) {
    const date = formatDate(new Date(nextInvoice.date));
    return nextInvoice.amount === null ? date : `${formatAmount(nextInvoice.amount, nextInvoice.currency)} on ${date}`;
  }
  if (collection === 'paused') return 'None while payments are paused';
  if (isTrial && isContinued && trialEndBehavior === 'cancel')
    return 'None: without a card, the plan ends with the trial';
  const isWaiting = !hasPaymentMethod && ((isTrial && isContinued) || state === 'paused');
  return isWaiting ? 'None until a card is on file' : 'None';
}

function CardOnFile({ card }: { card: PaymentCard | null }) {
  const now = new Date(useMinuteClock());
  if (!card) return <StatusLine icon="check-circle" iconClass="text-success-icon" text="Card on file" />;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <CardNumber card={card} />
      {hasExpired(card, now) && <Badge tone="warning">Expired</Badge>}
    </span>
  );
}

function CardNumber({ card: { brand, last4, expMonth, expYear } }: { card: PaymentCard }) {
  const expiry = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  return (
    <span className="tabular-nums">
      <span aria-hidden>{`${cardBrandName(brand)} •••• ${last4}, ${expiry}`}</span>
      <VisuallyHidden>{`${cardBrandName(brand)} ending in ${last4}, expires ${expiry}`}</VisuallyHidden>
    </span>
  );
}

/** A card is valid until the end of its month. */
const hasExpired = ({ expMonth, expYear }: PaymentCard, now: Date) => new Date(expYear, expMonth, 1) <= now;

function StatusLine({ icon, iconClass, text }: { icon: IconName; iconClass: string; text: string }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <Icon name={icon} className={`self-center ${iconClass}`} />
      {text}
    </span>
  );
}

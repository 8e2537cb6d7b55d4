import {
  cardBrandName,
  formatAmount,
  formatPrice,
  tierLabel,
  trialEndLabel,
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
  type Tone,
} from '@portal/ui';
import type { ReactNode } from 'react';
import { nextAttempt } from '../lib/next-attempt.ts';

export interface BillingFactsProps {
  subscription: ActiveSubscription;
  overview: BillingOverview;
  hasPaymentMethod: boolean;
}

interface SubscriptionFactsProps extends Omit<BillingFactsProps, 'overview'> {
  /** Undefined if it could not be loaded. */
  overview: BillingOverview | undefined;
  /** Shown below the headline. */
  action: ReactNode;
}

/** The debt or the next payment as the headline. Then the plan, its price and the card. */
export function SubscriptionFacts({ subscription, overview, hasPaymentMethod, action }: SubscriptionFactsProps) {
  const now = useMinuteClock();
  const next = overview && nextPayment({ subscription, overview, hasPaymentMethod }, now);
  const facts = (
    <DescriptionList>
      <DescriptionItem name="Plan">
        <Plan subscription={subscription} />
      </DescriptionItem>
      {overview && <BillingFacts {...{ subscription, overview, hasPaymentMethod }} />}
    </DescriptionList>
  );
  if (!next)
    return (
      <>
        {facts}
        {action && <div>{action}</div>}
      </>
    );
  return (
    <div className={factColumns}>
      <div className="min-w-0">
        <dl>
          <dt className="text-secondary">{next.name}</dt>
          <dd className="mt-1 wrap-anywhere">
            <span className="block text-xl font-semibold text-strong tabular-nums">{next.text}</span>
            {next.source !== null && <span className="mt-1 block text-secondary">{next.source}</span>}
          </dd>
        </dl>
        {action && <div className="mt-5">{action}</div>}
      </div>
      {facts}
    </div>
  );
}

/** The columns of the headline and the other facts, also for their skeleton. */
export const factColumns = 'grid items-start gap-x-12 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]';

const stateBadges: Readonly<
  Partial<Record<ActiveSubscription['state'], { readonly text: string; readonly tone: Tone }>>
> = {
  pastDue: { text: 'Past due', tone: 'destructive' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended', tone: 'warning' },
};

/** The tier and when it ends. Its label does not depend on the state, so a badge shows that. */
function Plan({ subscription }: { subscription: ActiveSubscription }) {
  const badge = stateBadges[subscription.state];
  const endLabel = trialEndLabel(subscription, formatDate) ?? planEndLabel(subscription);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold text-strong">{tierLabel(subscription)}</span>
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      </span>
      {endLabel !== null && <span className="block text-secondary">{endLabel}</span>}
    </>
  );
}

/** When a cancelled plan ends or ended. For a trial see `trialEndLabel`. */
function planEndLabel({ endingAt, isTrial, state }: ActiveSubscription): string | null {
  if (endingAt === null || isTrial) return null;
  return `${state === 'ended' ? 'Ended' : 'Ends'} on ${formatDate(new Date(endingAt))}`;
}

function BillingFacts(props: BillingFactsProps) {
  const { subscription, overview, hasPaymentMethod } = props;
  const price = priceText(props);
  return (
    <>
      {price !== null && (
        <DescriptionItem name="Price">
          <span className="tabular-nums">{price}</span>
        </DescriptionItem>
      )}
      {subscription.isTrial && subscription.endingAt !== null && trialEndLabel(subscription, formatDate) === null && (
        <DescriptionItem name="Trial ends">
          <span className="tabular-nums">{formatDateTime(new Date(subscription.endingAt))}</span>
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
    </>
  );
}

/** The card in a sentence. A payment method of another kind has no such details. */
export const cardText = (card: PaymentCard | null | undefined) =>
  card ? `${cardBrandName(card.brand)} ending in ${card.last4}` : 'Your payment method';

interface NextPayment {
  readonly name: 'Amount due' | 'Next charge' | 'Next invoice';
  readonly text: string;
  /** What is charged. Null if nothing is. */
  readonly source: string | null;
}

/** Null while it is not known. */
function nextPayment(props: BillingFactsProps, now: number): NextPayment | null {
  const { subscription, overview, hasPaymentMethod } = props;
  const { nextInvoice, invoices, card } = overview;
  const isCharged = subscription.collection === 'automatic' && hasPaymentMethod;
  const { unpaidInvoice } = overview;
  const retryAt = isCharged && nextAttempt(unpaidInvoice, now);
  if (unpaidInvoice && (retryAt || subscription.state === 'pastDue'))
    return {
      name: 'Amount due',
      text: formatAmount(unpaidInvoice.due, unpaidInvoice.currency),
      source: retryAt ? `${cardText(card)} will be charged again on ${formatDate(retryAt)}.` : null,
    };
  const text = nextInvoiceText(props);
  if (text === null) return null;
  return isCharged && nextInvoice && invoices && nextInvoice.amount !== 0
    ? { name: 'Next charge', text, source: `${cardText(card)} will be charged.` }
    : { name: 'Next invoice', text, source: null };
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

import type Stripe from 'stripe';
import { canBeCharged } from './cards.ts';
import { afterDiscount } from './discounts.ts';
import { itemOf, monthAfter } from './new-subscription.ts';
import { newInvoice, toPaidInvoice, toPausedInvoice } from './new-invoice.ts';
import { idOf } from './objects.ts';
import { StripeError } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

const daySeconds = 86_400;
/** One a day. */
export const maxPaymentAttempts = 4;

type Subscription = Stripe.Subscription;
type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/**
 * The last digits of the card that a subscription charges, if there is one. In Stripe's order: the subscription's default payment
 * method, its default source, and those of the customer. A card that is only attached is not charged.
 * Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
 */
function chargedCard(subscription: Subscription, { objects }: StripeState): string | undefined {
  const customer = objects.find('customer', idOf(subscription.customer) ?? '');
  const id =
    idOf(subscription.default_payment_method) ??
    idOf(subscription.default_source) ??
    idOf(customer?.invoice_settings.default_payment_method) ??
    idOf(customer?.default_source) ??
    '';
  return objects.find('payment_method', id)?.card?.last4 ?? objects.find('card', id)?.last4;
}

export const missingPaymentError = () =>
  new StripeError('This customer has no attached payment source or default payment method.', {
    code: 'resource_missing',
  });

export const hasDefaultPayment = ({ invoice_settings: settings, default_source: source }: Stripe.Customer) =>
  (idOf(settings.default_payment_method) ?? idOf(source)) !== null;

export function updateSubscription(
  subscription: Subscription,
  changes: Partial<Subscription>,
  { objects, events }: StripeState,
): Subscription {
  const changed = objects.save({ ...subscription, ...changes });
  const before = Object.keys(changes).map((name) => [name, subscription[name as keyof Subscription]] as const);
  events.emit('customer.subscription.updated', changed, Object.fromEntries(before));
  return changed;
}

/** Creates the invoice of the current period, and collects it unless it waits to be paid. The invoice of a trial has the amount 0. */
export function createAndCollectInvoice(
  id: string,
  reason: Reason,
  state: StripeState,
  { isCharged = true } = {},
): Subscription {
  const { objects, events } = state;
  const subscription = objects.get('subscription', id);
  const customer = objects.get('customer', idOf(subscription.customer) ?? '');
  const price = itemOf(subscription).price.unit_amount ?? 0;
  const total = subscription.status === 'trialing' ? 0 : afterDiscount(price, customer);
  const invoice = newInvoice({
    subscription,
    customer,
    total,
    reason,
    now: state.clock.nowFor(customer),
    url: state.url,
  });
  objects.save({ ...customer, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 });
  const billed = objects.save({ ...subscription, latest_invoice: invoice.id });
  if (subscription.pause_collection && total > 0) {
    const paused = objects.save(toPausedInvoice(invoice, subscription.pause_collection.behavior));
    events.emit(pausedEvents[paused.status ?? 'draft'] ?? 'invoice.created', paused);
    return billed;
  }
  objects.save(invoice);
  events.emit('invoice.finalized', invoice);
  if (total > 0 && subscription.collection_method === 'send_invoice') {
    events.emit('invoice.sent', invoice);
    return billed;
  }
  return isCharged || total === 0 ? collectPayment(billed, invoice, state) : billed;
}

const pausedEvents: Readonly<Record<string, 'invoice.voided' | 'invoice.marked_uncollectible'>> = {
  void: 'invoice.voided',
  uncollectible: 'invoice.marked_uncollectible',
};

/** Marks an invoice as paid, also one that belongs to no subscription. */
export function settleInvoice(invoice: Stripe.Invoice, { objects, events, clock }: StripeState): void {
  events.emit('invoice.paid', objects.save(toPaidInvoice(invoice, clock.nowFor(idOf(invoice.customer) ?? ''))));
}

/** Marks an invoice as paid. Its subscription becomes active if it waited for this payment. */
export function payInvoice(subscription: Subscription, invoice: Stripe.Invoice, state: StripeState): Subscription {
  const { events } = state;
  settleInvoice(invoice, state);
  if (!awaitsPayment.includes(subscription.status)) return subscription;
  const active = updateSubscription(subscription, { status: 'active' }, state);
  if (subscription.status === 'paused') events.emit('customer.subscription.resumed', active);
  return active;
}

const awaitsPayment: readonly Subscription['status'][] = ['past_due', 'unpaid', 'incomplete', 'paused'];

/** Charges an open invoice. If the payment fails, the subscription becomes past due, or stays paused. */
export function collectPayment(subscription: Subscription, invoice: Stripe.Invoice, state: StripeState): Subscription {
  const { objects, events } = state;
  if (invoice.total === 0 || canBeCharged(chargedCard(subscription, state)))
    return payInvoice(subscription, invoice, state);
  // The first payment of a subscription. Source: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
  const isFirst = invoice.billing_reason === 'subscription_create';
  const attempts = invoice.attempt_count + 1;
  const isRetried = !isFirst && attempts < maxPaymentAttempts;
  const failed = objects.save({
    ...invoice,
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isRetried ? invoice.created + attempts * daySeconds : null,
  });
  events.emit('invoice.payment_failed', failed);
  if (subscription.status === 'paused') return subscription;
  const status = isFirst ? 'incomplete' : 'past_due';
  return subscription.status === status ? subscription : updateSubscription(subscription, { status }, state);
}

type EndReason = Stripe.Subscription.CancellationDetails.Reason;

/** A request to cancel at the end of the period stores its reason at once. */
export const cancellationDetails = (subscription: Subscription, reason: EndReason | null) => ({
  cancellation_details: {
    ...{ comment: null, feedback: null, feedback_option: null },
    ...subscription.cancellation_details,
    reason,
  },
});

export function cancelSubscription(
  subscription: Subscription,
  { objects, events, clock }: StripeState,
  endedAt = clock.nowFor(subscription.customer),
  reason: EndReason | null = subscription.cancellation_details?.reason ?? null,
): Subscription {
  const changes = {
    ...cancellationDetails(subscription, reason),
    status: 'canceled',
    ended_at: endedAt,
    canceled_at: subscription.canceled_at ?? endedAt,
  } as const;
  const canceled = objects.save({ ...subscription, ...changes });
  events.emit('customer.subscription.deleted', canceled);
  return canceled;
}

/** Starts the next period and bills it. */
export function startNextPeriod(
  subscription: Subscription,
  start: number,
  reason: Reason,
  state: StripeState,
): Subscription {
  const period = { current_period_start: start, current_period_end: monthAfter(start) };
  const items = { ...subscription.items, data: [{ ...itemOf(subscription), ...period }] };
  const renewed = updateSubscription(subscription, { status: 'active', items }, state);
  return createAndCollectInvoice(renewed.id, reason, state);
}

export const paymentBehaviors = ['resume_on_payment_attempt', 'resume_on_payment_success'] as const;

/**
 * Creates the invoice of the next period of a paused subscription, which stays paused until the invoice is paid. The default,
 * `resume_on_payment_attempt`, does not charge it in the request. Sources: the description of `resume` in the library, and
 * https://docs.stripe.com/changelog/dahlia/2026-05-27/pause-subscriptions
 */
export function resumeSubscription(
  subscription: Subscription,
  behavior: (typeof paymentBehaviors)[number],
  state: StripeState,
): Subscription {
  if (subscription.status !== 'paused') throw new StripeError('You can only resume subscriptions that are paused.');
  if (chargedCard(subscription, state) === undefined) throw missingPaymentError();
  const now = state.clock.nowFor(subscription.customer);
  const period = { current_period_start: now, current_period_end: monthAfter(now) };
  const items = { ...subscription.items, data: [{ ...itemOf(subscription), ...period }] };
  state.objects.save({ ...subscription, billing_cycle_anchor: now, items });
  const isCharged = behavior === 'resume_on_payment_success';
  return createAndCollectInvoice(subscription.id, 'subscription_update', state, { isCharged });
}

/** Ends a trial: bills the subscription or, without a card, applies its `missing_payment_method` setting. */
export function endTrial(subscription: Subscription, state: StripeState): Subscription {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  const end = subscription.trial_end ?? state.clock.nowFor(subscription.customer);
  const isInvoiced = subscription.collection_method === 'send_invoice' || behavior === 'create_invoice';
  if (isInvoiced || chargedCard(subscription, state) !== undefined) {
    return startNextPeriod(subscription, end, 'subscription_cycle', state);
  }
  if (behavior === 'cancel') return cancelSubscription(subscription, state, end);
  return pauseSubscription(subscription, 'trial_end_without_payment_method', state);
}

/** Pauses a subscription, with the reason that only the newer versions of the API have. */
export function pauseSubscription(
  subscription: Subscription,
  reason: Stripe.Subscription.StatusDetails.Paused.Subscription.Type,
  state: StripeState,
): Subscription {
  const transitioned_at = state.clock.nowFor(subscription.customer);
  const status_details = { paused: { transitioned_at, type: 'subscription', subscription: { type: reason } } };
  const paused = updateSubscription(subscription, { status: 'paused', status_details }, state);
  state.events.emit('customer.subscription.paused', paused);
  return paused;
}

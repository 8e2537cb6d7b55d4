import type Stripe from 'stripe';
import { canBeCharged } from './cards.ts';
import { itemOf, monthAfter } from './new-subscription.ts';
import { newInvoice, paid } from './new-invoice.ts';
import { idOf } from './objects.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

type Subscription = Stripe.Subscription;
type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** The card that a subscription is charged by, if there is one. */
function cardOf(subscription: Subscription, { objects }: World): Stripe.PaymentMethod | undefined {
  const customer = objects.find('customer', idOf(subscription.customer) ?? '');
  const id = idOf(customer?.invoice_settings.default_payment_method);
  return id === null ? undefined : objects.find('payment_method', id);
}

export function update(
  subscription: Subscription,
  changes: Partial<Subscription>,
  { objects, events }: World,
): Subscription {
  const changed = objects.save({ ...subscription, ...changes });
  const before = Object.keys(changes).map((name) => [name, subscription[name as keyof Subscription]] as const);
  events.tell('customer.subscription.updated', changed, Object.fromEntries(before));
  return changed;
}

/** Makes the invoice of the period that began, and tries to collect it. A trial's is of nothing and paid at once. */
export function billNow(id: string, reason: Reason, world: World): Subscription {
  const { objects, events } = world;
  const subscription = objects.get('subscription', id);
  const customer = objects.get('customer', idOf(subscription.customer) ?? '');
  const total = subscription.status === 'trialing' ? 0 : (itemOf(subscription).price.unit_amount ?? 0);
  const invoice = newInvoice({
    subscription,
    customer,
    total,
    reason,
    now: world.clock.nowOf(customer),
    url: world.url,
  });
  objects.save({ ...customer, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 });
  objects.save(invoice);
  events.tell('invoice.finalized', invoice);
  const billed = objects.save({ ...subscription, latest_invoice: invoice.id });
  return collect(billed, invoice, world);
}

/** Charges an open invoice; the subscription is past due while that fails. */
export function collect(subscription: Subscription, invoice: Stripe.Invoice, world: World): Subscription {
  const { objects, events, clock } = world;
  const card = cardOf(subscription, world);
  if (invoice.total === 0 || canBeCharged(card?.card?.last4)) {
    events.tell('invoice.paid', objects.save(paid(invoice, clock.nowOf(subscription.customer))));
    return subscription.status === 'past_due' ? update(subscription, { status: 'active' }, world) : subscription;
  }
  const failed = objects.save({ ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 });
  events.tell('invoice.payment_failed', failed);
  return subscription.status === 'past_due' ? subscription : update(subscription, { status: 'past_due' }, world);
}

export function cancel(
  subscription: Subscription,
  { objects, events, clock }: World,
  endedAt = clock.nowOf(subscription.customer),
): Subscription {
  const ended = {
    status: 'canceled',
    ended_at: endedAt,
    canceled_at: subscription.canceled_at ?? endedAt,
  } as const;
  const canceled = objects.save({ ...subscription, ...ended });
  events.tell('customer.subscription.deleted', canceled);
  return canceled;
}

/** A new period begins now, as the item tells, and is billed. */
export function renew(subscription: Subscription, start: number, reason: Reason, world: World): Subscription {
  const period = { current_period_start: start, current_period_end: monthAfter(start) };
  const items = { ...subscription.items, data: [{ ...itemOf(subscription), ...period }] };
  const renewed = update(subscription, { status: 'active', items }, world);
  return billNow(renewed.id, reason, world);
}

/** Goes on with a subscription that was paused because its trial ended without a card. */
export function resume(subscription: Subscription, world: World): Subscription {
  if (subscription.status !== 'paused') throw new Refusal('You can only resume subscriptions that are paused.');
  if (!cardOf(subscription, world)) {
    throw new Refusal('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  }
  const now = world.clock.nowOf(subscription.customer);
  const resumed = renew({ ...subscription, billing_cycle_anchor: now }, now, 'subscription_update', world);
  world.events.tell('customer.subscription.resumed', resumed);
  return resumed;
}

/** What a trial’s end does: it is billed, or, without a card, what the subscription asked for. */
export function endTrial(subscription: Subscription, world: World): Subscription {
  const behaviour = subscription.trial_settings?.end_behavior.missing_payment_method;
  const end = subscription.trial_end ?? world.clock.nowOf(subscription.customer);
  if (cardOf(subscription, world) || behaviour === 'create_invoice') {
    return renew(subscription, end, 'subscription_cycle', world);
  }
  if (behaviour === 'cancel') return cancel(subscription, world, end);
  const paused = update(subscription, { status: 'paused' }, world);
  world.events.tell('customer.subscription.paused', paused);
  return paused;
}

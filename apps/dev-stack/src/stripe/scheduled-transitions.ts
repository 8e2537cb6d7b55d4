import type Stripe from 'stripe';
import {
  cancelSubscription,
  collectPayment,
  endTrial,
  maxPaymentAttempts,
  startNextPeriod,
  updateSubscription,
} from './billing-cycle.ts';
import { itemOf } from './new-subscription.ts';
import { idOf } from './objects.ts';
import type { StripeState } from './state.ts';

const daySeconds = 86_400;
const trialWarningSeconds = 3 * daySeconds;

/** Runs the scheduled transitions up to the current time of the clock. Called periodically and by `moveClock`. */
export function runScheduledTransitions(state: StripeState): void {
  for (const { id } of state.objects.all('subscription', ({ status }) => status !== 'canceled')) {
    // Moving the clock by a year renews a subscription a dozen times.
    for (let steps = 0; steps < 100; steps++) {
      if (!runNextTransition(state.objects.get('subscription', id), state)) break;
    }
  }
}

/**
 * Moves the clock forward, of all customers or of one, and runs what is due by then. The only event before the end of
 * a trial is Stripe's on the third day before it. So each customer in a trial is reported as updated, and the time of that event shows
 * how many days are left.
 */
export function moveClock(seconds: number, state: StripeState, customerId?: string): void {
  const { objects, events, clock } = state;
  clock.advance(seconds, customerId);
  runScheduledTransitions(state);
  const isMoved = (subscription: Stripe.Subscription) =>
    subscription.status === 'trialing' && (customerId === undefined || idOf(subscription.customer) === customerId);
  for (const subscription of objects.all('subscription', isMoved)) {
    const customer = objects.find('customer', idOf(subscription.customer) ?? '');
    if (customer) events.emit('customer.updated', customer, customer);
  }
}

/** Runs the next transition of a subscription that is due. Returns false if there is none. */
function runNextTransition(subscription: Stripe.Subscription, state: StripeState): boolean {
  const now = state.clock.nowFor(subscription.customer);
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  // Before the period that starts then.
  if (resumesAt !== null && resumesAt <= Math.min(now, itemOf(subscription).current_period_end)) {
    updateSubscription(subscription, { pause_collection: null }, state);
    return true;
  }
  if (subscription.status === 'trialing') return runTrialTransition(subscription, state);
  if (subscription.status === 'incomplete') return expireIncomplete(subscription, state);
  if (subscription.status === 'paused') return runPausedTransition(subscription, state);
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return false;
  const end = itemOf(subscription).current_period_end;
  if (subscription.cancel_at_period_end && end <= now) cancelSubscription(subscription, state, end);
  else if (subscription.status === 'past_due') return retryPayment(subscription, state);
  else if (isPastDueDate(subscription, state)) updateSubscription(subscription, { status: 'past_due' }, state);
  else if (end <= now) startNextPeriod(subscription, end, 'subscription_cycle', state);
  else return false;
  return true;
}

/** Charges the invoice of a resumption again, or voids it if it was never charged. */
function runPausedTransition(subscription: Stripe.Subscription, state: StripeState): boolean {
  const { objects, events, clock } = state;
  const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status !== 'open' || invoice.attempt_count >= maxPaymentAttempts) return false;
  if (invoice.attempt_count > 0) return retryPayment(subscription, state);
  if (clock.nowFor(subscription.customer) < invoice.created + firstPaymentSeconds) return false;
  events.emit('invoice.voided', objects.save({ ...invoice, status: 'void' }));
  return true;
}

/** How long a subscription waits for its first payment. */
const firstPaymentSeconds = 23 * 3_600;

function expireIncomplete(subscription: Stripe.Subscription, state: StripeState): boolean {
  const { objects, events, clock } = state;
  if (clock.nowFor(subscription.customer) < subscription.created + firstPaymentSeconds) return false;
  const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice) events.emit('invoice.voided', objects.save({ ...invoice, status: 'void' }));
  updateSubscription(subscription, { status: 'incomplete_expired' }, state);
  return true;
}

function runTrialTransition(subscription: Stripe.Subscription, state: StripeState): boolean {
  const now = state.clock.nowFor(subscription.customer);
  const end = subscription.trial_end ?? now;
  if (end <= now) {
    if (subscription.cancel_at_period_end) cancelSubscription(subscription, state, end);
    else endTrial(subscription, state);
    return true;
  }
  if (end - trialWarningSeconds > now || hasTrialWarning(subscription, state)) return false;
  state.events.emit('customer.subscription.trial_will_end', subscription);
  return true;
}

const hasTrialWarning = ({ id }: Stripe.Subscription, { objects }: StripeState) =>
  objects.all(
    'event',
    ({ type, data }) => type === 'customer.subscription.trial_will_end' && (data.object as { id?: string }).id === id,
  ).length > 0;

/** Whether an invoice that was sent is not paid by its due date. Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
function isPastDueDate(subscription: Stripe.Subscription, { objects, clock }: StripeState): boolean {
  const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
  const dueDate = invoice?.status === 'open' ? invoice.due_date : null;
  return dueDate !== null && dueDate <= clock.nowFor(subscription.customer);
}

/** Charges an open invoice once a day. A day after the last attempt failed, the subscription is canceled. */
function retryPayment(subscription: Stripe.Subscription, state: StripeState): boolean {
  const { objects, clock } = state;
  const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
  // One that was sent is not charged.
  if (invoice?.status !== 'open' || invoice.collection_method === 'send_invoice') return false;
  const now = clock.nowFor(subscription.customer);
  if (now < invoice.created + invoice.attempt_count * daySeconds) return false;
  if (invoice.attempt_count >= maxPaymentAttempts) cancelSubscription(subscription, state, now, 'payment_failed');
  else collectPayment(subscription, invoice, state);
  return true;
}

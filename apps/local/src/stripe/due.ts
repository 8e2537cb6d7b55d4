import type Stripe from 'stripe';
import { cancel, collect, endTrial, renew } from './billing-cycle.ts';
import { itemOf } from './new-subscription.ts';
import { idOf } from './objects.ts';
import type { World } from './world.ts';

const day = 86_400;
const warnBefore = 3 * day;
const mostAttempts = 4;

/** Does everything whose time has come. Called whenever the clock was moved, and now and then. */
export function doWhatIsDue(world: World): void {
  for (const { id } of world.objects.all('subscription', ({ status }) => status !== 'canceled')) {
    // A clock that was moved by a year renews a dozen times.
    for (let steps = 0; steps < 100; steps++) {
      if (!step(world.objects.get('subscription', id), world)) break;
    }
  }
}

/** Does the next thing that is due for one subscription; false when nothing is. */
function step(subscription: Stripe.Subscription, world: World): boolean {
  const now = world.clock.nowOf(subscription.customer);
  if (subscription.status === 'trialing') return stepOfTrial(subscription, world);
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return false;
  const end = itemOf(subscription).current_period_end;
  if (subscription.cancel_at_period_end && end <= now) cancel(subscription, world, end);
  else if (subscription.status === 'past_due') return tryAgain(subscription, world);
  else if (end <= now) renew(subscription, end, 'subscription_cycle', world);
  else return false;
  return true;
}

function stepOfTrial(subscription: Stripe.Subscription, world: World): boolean {
  const now = world.clock.nowOf(subscription.customer);
  const end = subscription.trial_end ?? now;
  if (end <= now) {
    if (subscription.cancel_at_period_end) cancel(subscription, world, end);
    else endTrial(subscription, world);
    return true;
  }
  if (end - warnBefore > now || wasWarned(subscription, world)) return false;
  world.events.tell('customer.subscription.trial_will_end', subscription);
  return true;
}

const wasWarned = ({ id }: Stripe.Subscription, { objects }: World) =>
  objects.all(
    'event',
    ({ type, data }) => type === 'customer.subscription.trial_will_end' && (data.object as { id?: string }).id === id,
  ).length > 0;

/** An open invoice is tried once a day; after the last attempt the subscription ends. */
function tryAgain(subscription: Stripe.Subscription, world: World): boolean {
  const { objects, clock } = world;
  const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status !== 'open') return false;
  if (clock.nowOf(subscription.customer) < invoice.created + invoice.attempt_count * day) return false;
  if (invoice.attempt_count >= mostAttempts) cancel(subscription, world);
  else collect(subscription, invoice, world);
  return true;
}

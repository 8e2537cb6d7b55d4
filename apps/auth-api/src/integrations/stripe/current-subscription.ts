import { internalPlanCode } from '@portal/contract';
import type Stripe from 'stripe';
import type { Settings } from '../../platform/config/settings.ts';
import type { EndReason } from './billing-provider.ts';
import { idOf } from './expandable.ts';

type Status = Stripe.Subscription.Status;

/** The first is the one that counts. `incomplete`: the first payment was not made, so nothing has started. */
const ranks: readonly (readonly Status[])[] = [
  ['active'],
  ['past_due'],
  ['trialing'],
  ['unpaid'],
  ['paused'],
  ['incomplete'],
  ['canceled', 'incomplete_expired'],
];

const rankOf = ({ status }: Stripe.Subscription) => {
  const rank = ranks.findIndex((statuses) => statuses.includes(status));
  // A status that Stripe adds later has not ended.
  return rank === -1 ? ranks.length - 2 : rank;
};

export const hasEnded = (subscription: Stripe.Subscription) => rankOf(subscription) === ranks.length - 1;

/** Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-cancellation_details-reason */
const endReasons: Readonly<Record<string, EndReason>> = {
  cancellation_requested: 'cancelled',
  payment_failed: 'paymentFailed',
  payment_disputed: 'paymentDisputed',
};

/** One that ends later has a reason already. */
export function endReasonOf(subscription: Stripe.Subscription | undefined): EndReason | null {
  if (subscription?.status !== 'canceled') return null;
  return (
    endReasons[subscription.cancellation_details?.reason ?? ''] ??
    (hasEndedWithTrial(subscription) ? 'trialWithoutCard' : null)
  );
}

/**
 * Stripe has no reason for a subscription whose trial ended without a payment method. Its only period was the trial.
 * Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-trial_settings-end_behavior-missing_payment_method
 */
function hasEndedWithTrial({ trial_settings, trial_end, ended_at, items }: Stripe.Subscription): boolean {
  if (trial_settings?.end_behavior.missing_payment_method !== 'cancel') return false;
  if (trial_end === null || ended_at === null || ended_at < trial_end) return false;
  return items.data.every(({ current_period_end }) => current_period_end <= trial_end);
}

/**
 * The subscription that the product shows: of one of its products, then the most alive one, then the newest. One of another product
 * counts only if the customer has none of ours, because staff may have made a plan of its own for a customer.
 */
export function currentSubscription(
  subscriptions: readonly Stripe.Subscription[],
  products: readonly string[],
): Stripe.Subscription | undefined {
  const isOurs = ({ items }: Stripe.Subscription) =>
    items.data.some(({ price }) => products.includes(idOf(price.product) ?? ''));
  const ours = subscriptions.filter(isOurs);
  const candidates = ours.length > 0 ? ours : subscriptions;
  return candidates.toSorted((a, b) => rankOf(a) - rankOf(b) || b.created - a.created)[0];
}

/** The products of our prices. A subscription can have a former price, which has lost its lookup key; the product is the same. */
export async function findProducts(
  stripe: Stripe,
  { STRIPE_PRICE_LOOKUP_KEY }: Pick<Settings, 'STRIPE_PRICE_LOOKUP_KEY'>,
): Promise<string[]> {
  const { data } = await stripe.prices.list({ lookup_keys: [STRIPE_PRICE_LOOKUP_KEY, internalPlanCode] });
  return data.flatMap(({ product }) => idOf(product) ?? []);
}

import * as z from 'zod/mini';
import { Moment } from '../fields.ts';

/**
 * How a subscription is. `none` before billing was set up for the person, `pending` while that waits for Stripe,
 * `pastDue` when a payment failed, `paused` when a trial ended without a card.
 */
export const SubscriptionState = z.enum(['none', 'pending', 'trialing', 'active', 'pastDue', 'paused', 'ended']);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/** A person's subscription. Source: specification section 3. */
export const ActiveSubscription = z.object({
  /** The lookup key of the plan's price. */
  planCode: z.nullable(z.string()),
  isTrial: z.boolean(),
  /** True when the plan has something to pay in the current period. */
  exceededFreeTier: z.boolean(),
  /** When the trial, or a plan that was cancelled, ends or ended. */
  endingAt: z.nullable(Moment),
  state: SubscriptionState,
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

export const ActiveSubscriptionResult = z.object({ activeSubscription: ActiveSubscription });
export const PaymentDetailsResult = z.object({ paymentDetailsSet: z.boolean() });

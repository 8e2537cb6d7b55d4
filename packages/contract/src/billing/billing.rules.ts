import type { ActiveSubscription, SubscriptionState } from './subscription.schemas.ts';

type Tier = Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'exceededFreeTier'>;

const isInternal = ({ planCode }: Pick<ActiveSubscription, 'planCode'>) => planCode === 'si_internal';

/**
 * The label of the tier card: one of these four, whatever the subscription's state. `subscriptionNotice` describes the
 * state. Source: specification section 4, "Subscription tier label".
 */
export function tierLabel(subscription: Tier): string {
  if (isInternal(subscription)) return 'SI INTERNAL';
  if (subscription.isTrial) return '30-DAY FREE TRIAL';
  return subscription.exceededFreeTier ? 'MONTHLY SUBSCRIPTION' : 'FREE SUBSCRIPTION';
}

/** A day on the reader's calendar. */
export const longDate = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'long' });

/** When a trial ends, as the tier card says it, on the reader's calendar; null without the trial's label. */
export function trialEndText(
  subscription: Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'endingAt'>,
  format: (date: Date) => string = longDate,
): string | null {
  const { isTrial, endingAt } = subscription;
  if (!isTrial || endingAt === null || isInternal(subscription)) return null;
  return `Ends end of day ${format(new Date(endingAt))}`;
}

const notices: Readonly<Partial<Record<SubscriptionState, string>>> = {
  pending: 'Your subscription is not ready yet. We are setting it up, which can take a moment.',
  pastDue: 'Your last payment failed. Check your payment details, then pay the open invoice.',
  paused: 'Your subscription is paused because the trial ended without payment details.',
  ended: 'Your subscription has ended. Contact support to start a new one.',
};

/** What is wrong with a subscription, shown beside its tier label; null when all is well. */
export const subscriptionNotice = ({ state }: Pick<ActiveSubscription, 'state'>) => notices[state] ?? null;

import type { ActiveSubscription, SubscriptionState } from './subscription.schemas.ts';

type Tier = Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'exceededFreeTier'> & {
  readonly state?: SubscriptionState;
};

/** States that none of the specified labels would tell the truth of. */
const stateLabels: Readonly<Partial<Record<SubscriptionState, string>>> = {
  pending: 'SUBSCRIPTION NOT READY YET',
  paused: 'SUBSCRIPTION PAUSED',
  ended: 'SUBSCRIPTION ENDED',
};

/** The label of the tier card. Source: specification section 4, "Subscription tier label". */
export function tierLabel({ planCode, isTrial, exceededFreeTier, state = 'active' }: Tier): string {
  if (planCode === 'si_internal') return 'SI INTERNAL';
  if (isTrial) return '30-DAY FREE TRIAL';
  return stateLabels[state] ?? (exceededFreeTier ? 'MONTHLY SUBSCRIPTION' : 'FREE SUBSCRIPTION');
}

/** A day on the reader's calendar. */
export const longDate = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'long' });

/** When a trial ends, as the tier card says it, on the reader's calendar; null when it is no trial. */
export function trialEndText(
  { isTrial, endingAt }: Pick<ActiveSubscription, 'isTrial' | 'endingAt'>,
  format: (date: Date) => string = longDate,
): string | null {
  return isTrial && endingAt !== null ? `Ends end of day ${format(new Date(endingAt))}` : null;
}

const notices: Readonly<Partial<Record<SubscriptionState, string>>> = {
  pending: 'We are setting up your subscription. This can take a moment.',
  pastDue: 'Your last payment failed. Check your payment details, then pay the open invoice.',
  paused: 'Your trial ended without payment details. Add them to continue.',
  ended: 'Your subscription has ended. Please contact support to start a new one.',
};

/** What somebody has to know of their subscription beyond its tier; null when all is well. */
export const subscriptionNotice = ({ state }: Pick<ActiveSubscription, 'state'>) => notices[state] ?? null;

/** Whether new payment details would set a subscription right. */
export const wantsPaymentDetails = ({ state }: Pick<ActiveSubscription, 'state'>) =>
  state === 'pastDue' || state === 'paused';

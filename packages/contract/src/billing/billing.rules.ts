import { dayMs } from '../dates.rules.ts';
import { formatAmount } from './amounts.rules.ts';
import type { ActiveSubscription, Charge, SubscriptionState } from './billing.schemas.ts';

type TierFields = Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'exceededFreeTier'>;

/** The plan of the company's own users: the lookup key of its price at Stripe. */
export const internalPlanCode = 'si_internal';

const isInternal = ({ planCode }: Pick<ActiveSubscription, 'planCode'>) => planCode === internalPlanCode;

/**
 * The label of the tier card. It does not depend on the subscription's state, which `subscriptionNotice` describes.
 * Source: specification section 4, "Subscription tier label".
 */
export function tierLabel(subscription: TierFields): string {
  if (isInternal(subscription)) return 'SI INTERNAL';
  if (subscription.isTrial) return '30-DAY FREE TRIAL';
  return subscription.exceededFreeTier ? 'MONTHLY SUBSCRIPTION' : 'FREE SUBSCRIPTION';
}

const planNames: Readonly<Record<string, string>> = { monthly: 'Monthly', [internalPlanCode]: 'SI internal' };

/** The name of a plan for staff. A price that this version does not know keeps its lookup key at Stripe. */
export const planName = (planCode: string) => planNames[planCode] ?? planCode;

/** The tier card's line about the end of a trial; null unless the label is that of a trial. */
export function trialEndLabel(
  subscription: Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'endingAt'>,
  formatDate: (date: Date) => string,
): string | null {
  const { isTrial, endingAt } = subscription;
  if (!isTrial || endingAt === null || isInternal(subscription)) return null;
  return `Ends end of day ${formatDate(new Date(endingAt))}`;
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** The days until the last day of a trial, in the local time zone: 0 on that day. Null without a trial or when it is over. */
export function trialDaysLeft(
  subscription: Pick<ActiveSubscription, 'planCode' | 'isTrial' | 'endingAt'>,
  now: Date,
): number | null {
  const { isTrial, endingAt } = subscription;
  if (!isTrial || endingAt === null || isInternal(subscription)) return null;
  // Rounded, because a day with a change of the clocks has 23 or 25 hours.
  const days = Math.round((startOfDay(new Date(endingAt)) - startOfDay(now)) / dayMs);
  return days < 0 ? null : days;
}

const notices: Readonly<Partial<Record<SubscriptionState, string>>> = {
  pending: 'Your subscription is not ready yet. We are setting it up, which can take a moment.',
  pastDue: 'Your last payment failed. Check your payment details, then pay the open invoice.',
  paused: 'Your subscription is paused because the trial ended without payment details.',
};

type NoticeFields = Pick<ActiveSubscription, 'state' | 'collection' | 'chargedOnResume' | 'chargedOnRestart'>;

/** What is wrong with a subscription, shown next to its tier label; null if nothing is. */
export function subscriptionNotice({
  state,
  collection,
  chargedOnResume,
  chargedOnRestart,
}: NoticeFields): string | null {
  if (state === 'paused' && collection === 'paused')
    return 'Your subscription is paused. Contact support to resume it.';
  if (state === 'pastDue' && collection === 'sendInvoice') return 'Your last invoice is overdue. Pay the open invoice.';
  if (state === 'ended' || chargedOnRestart) return `Your subscription has ended. ${restartText(chargedOnRestart)}`;
  const notice = notices[state] ?? null;
  return chargedOnResume ? `${notice} ${resumeText(chargedOnResume)}` : notice;
}

/** How an ended subscription is started again. Without a charge, only support can do it. */
export const restartText = (charge: Charge | null) =>
  charge === null
    ? 'Contact support to start a new one.'
    : `If you start it again, there is no second trial, and we will charge ${chargeText(charge)} at once.`;

/** Follows the notice about an ended subscription that can be started again, if no card is on file. */
export const addCardFirst = 'Add payment details first.';

/** What adding a card to a paused subscription does. Also shown on Stripe's page. */
export const resumeText = (charge: Charge) =>
  `When you add a card, your subscription resumes and we will charge ${chargeText(charge)} at once.`;

const chargeText = ({ amount, currency }: Charge) =>
  amount === null ? 'the first period' : formatAmount(amount, currency);

/** How a subscription is paid, if its card is not charged; null otherwise. */
export function collectionNotice(
  { state, collection, collectionResumesAt }: Pick<ActiveSubscription, 'state' | 'collection' | 'collectionResumesAt'>,
  formatDate: (date: Date) => string,
): string | null {
  if (state !== 'trialing' && state !== 'active' && state !== 'pastDue') return null;
  if (collection === 'sendInvoice') return 'We email your invoices to you. Your card is not charged.';
  if (collection === 'automatic') return null;
  return collectionResumesAt === null
    ? 'Payments are paused. New invoices are not charged.'
    : `Payments are paused until ${formatDate(new Date(collectionResumesAt))}. New invoices are not charged until then.`;
}

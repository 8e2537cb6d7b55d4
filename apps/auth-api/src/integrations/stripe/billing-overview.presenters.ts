import {
  Collection,
  InvoiceStatus,
  PriceInterval,
  internalPlanCode,
  type BillingOverview,
  type Charge,
  type Invoice,
  type NextInvoice,
  type PaymentCard,
  type Price,
  type TrialEndBehavior,
} from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import type { BillingAccount, Invoice as InvoiceRow } from '../../generated/prisma/client.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import { toAmount, toNullableAmount } from './amounts.ts';
import type { Continuation } from './billing-provider.ts';

interface OverviewInvoices {
  readonly latest: readonly InvoiceRow[];
  readonly unpaid: InvoiceRow | null;
}

const noOverview = {
  ...{ price: null, nextInvoice: null, isContinued: false, card: null },
  ...{ invoices: null, unpaidInvoice: null },
};

/** What a user pays, when and with what, from the mirror. */
export function toBillingOverview(
  account: BillingAccount | null,
  { latest, unpaid }: OverviewInvoices,
  settings: Pick<Settings, 'AUTH_API_URL'>,
): BillingOverview {
  if (!account) return noOverview;
  return {
    price: toPrice(account),
    nextInvoice: toNextInvoice(account),
    isContinued: isContinued(account),
    card: toCard(account),
    invoices: account.mirroredAt === null ? null : latest.map((invoice) => toInvoice(invoice, settings)),
    unpaidInvoice: unpaid && toInvoice(unpaid, settings),
  };
}

export function toInvoice(invoice: InvoiceRow, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>): Invoice {
  const { id, userId, number, createdAt, periodStart, periodEnd, currency, dueAt, nextAttemptAt, paidAt } = invoice;
  const isPeriod = periodStart !== null && periodEnd !== null;
  return {
    ...{ id, number, currency },
    total: toAmount(invoice.total),
    createdAt: createdAt.toISOString(),
    period: isPeriod ? { start: periodStart.toISOString(), end: periodEnd.toISOString() } : null,
    status: InvoiceStatus.parse(invoice.status),
    due: dueOf(invoice),
    dueAt: toIsoTimestamp(dueAt),
    nextAttemptAt: toIsoTimestamp(nextAttemptAt),
    paidAt: toIsoTimestamp(paidAt),
    pdfUrl: invoiceUrl(userId, id, 'pdf', AUTH_API_URL),
    paymentUrl: invoiceUrl(userId, id, 'payment', AUTH_API_URL),
  };
}

export const invoiceUrl = (userId: string, invoiceId: string, page: 'pdf' | 'payment', AUTH_API_URL: string) =>
  `${AUTH_API_URL}/users/${userId}/billing/invoices/${invoiceId}/${page}`;

/** What is left to pay of an invoice. A part of the total may be paid. */
export const dueOf = ({ status, amountRemaining }: Pick<InvoiceRow, 'status' | 'amountRemaining'>) =>
  status === 'open' || status === 'failed' ? toAmount(amountRemaining) : 0;

export function toPrice({ priceAmount, priceInterval, priceIntervalCount, currency }: BillingAccount): Price | null {
  const interval = PriceInterval.safeParse(priceInterval);
  if (priceAmount === null || currency === null || !interval.success) return null;
  return { amount: toAmount(priceAmount), currency, interval: interval.data, intervalCount: priceIntervalCount ?? 1 };
}

/** Stripe has no date of a next invoice for a plan that was cancelled. For a trial without a card it has one. */
export const isContinued = ({ nextInvoiceAt }: Pick<BillingAccount, 'nextInvoiceAt'>) => nextInvoiceAt !== null;

/** Stripe's `missing_payment_method`. */
const trialEndBehaviors: Readonly<Record<string, TrialEndBehavior>> = {
  pause: 'pause',
  cancel: 'cancel',
  create_invoice: 'createInvoice',
};

/** Null until the first read of Stripe. Our own subscriptions are charged, and paused after a trial without a card. */
export const collectionOf = (account: Pick<BillingAccount, 'collection'> | null): Collection =>
  Collection.safeParse(account?.collection).data ?? 'automatic';

export const trialEndBehaviorOf = (account: Pick<BillingAccount, 'trialEndBehavior'> | null): TrialEndBehavior =>
  trialEndBehaviors[account?.trialEndBehavior ?? 'pause'] ?? 'pause';

/** What Stripe charges as soon as a paused subscription has a card, because that resumes it. After a failed charge, the user pays the invoice. */
export function toChargeOnResume({
  subscriptionStatus,
  collection,
  currency,
  nextInvoiceAmount,
  hasFailedInvoice,
}: Pick<
  BillingAccount,
  'subscriptionStatus' | 'collection' | 'currency' | 'nextInvoiceAmount' | 'hasFailedInvoice'
>): Charge | null {
  if (hasFailedInvoice) return null;
  if (subscriptionStatus !== 'paused' || currency === null || collectionOf({ collection }) !== 'automatic') return null;
  return { amount: toNullableAmount(nextInvoiceAmount), currency };
}

/** Whether the subscription of an account has ended for good. */
export const hasEndedSubscription = ({ subscriptionStatus }: Pick<BillingAccount, 'subscriptionStatus'>) =>
  subscriptionStatus === 'canceled' || subscriptionStatus === 'incomplete_expired';

/**
 * What is charged at once if an ended subscription is started again, also by a customer that replaces a deleted one. A plan of our own
 * users, a price that is not sold any more and a subscription that Stripe does not know need support.
 */
export function toChargeOnRestart(
  account: Pick<
    BillingAccount,
    'subscriptionId' | 'subscriptionStatus' | 'planCode' | 'currency' | 'nextInvoiceAmount'
  >,
): Charge | null {
  const { subscriptionId, planCode, currency, nextInvoiceAmount } = account;
  const isSold = planCode !== null && planCode !== internalPlanCode;
  if (!hasEndedSubscription(account) || subscriptionId === null || !isSold || currency === null) return null;
  return { amount: toNullableAmount(nextInvoiceAmount), currency };
}

/** What follows the current period, or the trial. */
export function continuationOf(account: BillingAccount): Continuation {
  const { nextInvoiceAt, collectionResumesAt, subscriptionStatus, hasPaymentMethod } = account;
  const collection = collectionOf(account);
  if (nextInvoiceAt === null) return 'end';
  if (collection === 'paused' && (collectionResumesAt === null || collectionResumesAt > nextInvoiceAt))
    return 'noPayment';
  if (collection === 'sendInvoice') return 'emailedInvoice';
  if (hasPaymentMethod || subscriptionStatus !== 'trialing') return 'charge';
  return ({ pause: 'pause', cancel: 'end', createInvoice: 'unpaidInvoice' } as const)[trialEndBehaviorOf(account)];
}

const withoutInvoice: readonly Continuation[] = ['noPayment', 'pause', 'end'];

function toNextInvoice(account: BillingAccount): NextInvoice | null {
  const { nextInvoiceAt, nextInvoiceAmount, currency } = account;
  if (nextInvoiceAt === null || currency === null || withoutInvoice.includes(continuationOf(account))) return null;
  return { date: nextInvoiceAt.toISOString(), amount: toNullableAmount(nextInvoiceAmount), currency };
}

export function toCard({ cardBrand, cardLast4, cardExpMonth, cardExpYear }: BillingAccount): PaymentCard | null {
  if (cardBrand === null || cardLast4 === null || cardExpMonth === null || cardExpYear === null) return null;
  return { brand: cardBrand, last4: cardLast4, expMonth: cardExpMonth, expYear: cardExpYear };
}

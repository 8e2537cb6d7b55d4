import { InvoiceStatus, type Collection } from '@portal/contract';
import type Stripe from 'stripe';
import { fromStripeAmount } from './amounts.ts';
import type { MirroredCustomer, MirroredInvoice } from './billing-provider.ts';

const toDate = (seconds: number) => new Date(seconds * 1_000);

type MirroredPrice = Pick<
  MirroredCustomer,
  'priceAmount' | 'priceInterval' | 'priceIntervalCount' | 'nextInvoiceAt' | 'nextInvoiceAmount' | 'trialEndsAt'
>;

/** What the mirror reads of an item of a subscription. */
export interface ItemFields extends Pick<Stripe.SubscriptionItem, 'current_period_end' | 'quantity'> {
  readonly price: {
    readonly unit_amount: number | null;
    readonly recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> | null;
  };
  readonly discounts: readonly unknown[];
  readonly tax_rates: readonly unknown[] | null;
}

/** What the mirror reads of a subscription. */
export interface SubscriptionFields extends Pick<
  Stripe.Subscription,
  'status' | 'cancel_at' | 'cancel_at_period_end' | 'trial_end'
> {
  readonly discounts: readonly unknown[];
  readonly default_tax_rates?: readonly unknown[] | null;
  readonly automatic_tax: { readonly enabled: boolean };
  readonly items: { readonly data: readonly ItemFields[] };
}

/** What the mirror reads of a customer. */
export interface CustomerFields extends Pick<Stripe.Customer, 'balance'> {
  readonly discount?: unknown;
}

/** The price of a subscription, and its next invoice. */
export function toMirroredPrice(subscription: SubscriptionFields | undefined, customer: CustomerFields): MirroredPrice {
  const item = subscription?.items.data[0];
  const { unit_amount: unitAmount = null, recurring = null } = item?.price ?? {};
  const priceAmount = unitAmount === null ? null : fromStripeAmount(unitAmount * (item?.quantity ?? 1));
  const nextInvoiceAt = subscription && item ? nextInvoiceDate(subscription, item) : null;
  const isPriceOnly = subscription && item ? isInvoiceOfPriceOnly(subscription, item, customer) : false;
  return {
    priceAmount,
    priceInterval: recurring?.interval ?? null,
    priceIntervalCount: recurring?.interval_count ?? null,
    nextInvoiceAt,
    nextInvoiceAmount: isPriceOnly ? priceAmount : null,
    trialEndsAt: subscription?.trial_end == null ? null : toDate(subscription.trial_end),
  };
}

type MirroredCollection = Pick<MirroredCustomer, 'collection' | 'collectionResumesAt' | 'trialEndBehavior'>;

/** What the mirror reads of a subscription about its payment. */
export interface CollectionFields extends Pick<
  Stripe.Subscription,
  'status' | 'pause_collection' | 'collection_method' | 'status_details'
> {
  readonly trial_settings: {
    readonly end_behavior: Pick<Stripe.Subscription.TrialSettings.EndBehavior, 'missing_payment_method'>;
  } | null;
}

/** How the invoices of a subscription are paid. */
export function toMirroredCollection(subscription: CollectionFields | undefined): MirroredCollection {
  const resumesAt = subscription?.pause_collection?.resumes_at ?? null;
  return {
    collection: subscription ? collectionOf(subscription) : 'automatic',
    collectionResumesAt: resumesAt === null ? null : toDate(resumesAt),
    // Stripe's default. Source: https://docs.stripe.com/billing/subscriptions/trials#trial-end-behavior
    trialEndBehavior: subscription?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
  };
}

/**
 * Staff can pause the payments of a subscription, which stays active, or the subscription itself: then only they resume it.
 * Sources: https://docs.stripe.com/billing/subscriptions/pause-payment, https://docs.stripe.com/billing/subscriptions/pause
 */
function collectionOf({ status, pause_collection, collection_method, status_details }: CollectionFields): Collection {
  const reason = status === 'paused' ? status_details?.paused.subscription.type : undefined;
  const isPausedByOthers = reason !== undefined && reason !== 'trial_end_without_payment_method';
  if (pause_collection || isPausedByOthers) return 'paused';
  return collection_method === 'send_invoice' ? 'sendInvoice' : 'automatic';
}

const continuingStatuses: readonly Stripe.Subscription.Status[] = ['trialing', 'active', 'past_due'];

/** The next invoice is created when the current period ends, unless the subscription ends first. */
function nextInvoiceDate(
  { status, cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod }: SubscriptionFields,
  { current_period_end: periodEnd }: ItemFields,
): Date | null {
  const isContinued =
    continuingStatuses.includes(status) && !endsWithPeriod && (cancelAt === null || cancelAt > periodEnd);
  return isContinued ? toDate(periodEnd) : null;
}

/** Whether nothing changes the amount of the next invoice: no second item, discount, tax or balance. */
function isInvoiceOfPriceOnly(subscription: SubscriptionFields, item: ItemFields, customer: CustomerFields): boolean {
  const discounts = [...subscription.discounts, ...item.discounts, ...(customer.discount ? [customer.discount] : [])];
  const taxRates = [...(subscription.default_tax_rates ?? []), ...(item.tax_rates ?? [])];
  return (
    subscription.items.data.length === 1 &&
    discounts.length === 0 &&
    taxRates.length === 0 &&
    !subscription.automatic_tax.enabled &&
    customer.balance === 0
  );
}

/** What the mirror reads of an invoice. */
export interface InvoiceFields extends Pick<
  Stripe.Invoice,
  | 'id'
  | 'number'
  | 'created'
  | 'total'
  | 'amount_remaining'
  | 'currency'
  | 'status'
  | 'attempted'
  | 'due_date'
  | 'next_payment_attempt'
> {
  readonly status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'paid_at'>;
  readonly lines: { readonly data: readonly Pick<Stripe.InvoiceLineItem, 'period'>[] };
}

/** The invoices of a customer, the newest first, without drafts, which the customer has not received yet. */
export function toMirroredInvoices(invoices: readonly InvoiceFields[], customerId: string): MirroredInvoice[] {
  return invoices
    .flatMap((invoice) => {
      const status = statusOf(invoice);
      return status === null ? [] : [toMirroredInvoice(invoice, customerId, status)];
    })
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

function toMirroredInvoice(invoice: InvoiceFields, customerId: string, status: InvoiceStatus): MirroredInvoice {
  const {
    id,
    number,
    created,
    currency,
    due_date: dueDate,
    next_payment_attempt: nextAttempt,
    status_transitions: transitions,
  } = invoice;
  return {
    ...{ id, customerId, number, createdAt: toDate(created), ...periodOf(invoice) },
    ...{ currency, status },
    total: fromStripeAmount(invoice.total),
    amountRemaining: fromStripeAmount(invoice.amount_remaining),
    dueAt: dueDate === null ? null : toDate(dueDate),
    // Before the first attempt, Stripe has the time of that one.
    nextAttemptAt: status !== 'failed' || nextAttempt === null ? null : toDate(nextAttempt),
    paidAt: transitions.paid_at === null ? null : toDate(transitions.paid_at),
  };
}

/**
 * The last period of the lines. That of the invoice is the one before, and the lines of a change of the plan have the rest of a period.
 * Source: https://docs.stripe.com/api/invoices/object#invoice_object-period_end
 */
function periodOf({ lines }: InvoiceFields): Pick<MirroredInvoice, 'periodStart' | 'periodEnd'> {
  const [last] = lines.data
    .map(({ period }) => period)
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => b.end - a.end || a.start - b.start);
  return { periodStart: last ? toDate(last.start) : null, periodEnd: last ? toDate(last.end) : null };
}

/** Null for a draft. */
function statusOf({ status, attempted }: InvoiceFields): InvoiceStatus | null {
  return status === 'open' && attempted ? 'failed' : (InvoiceStatus.safeParse(status).data ?? null);
}

import { InvoiceStatus } from '@portal/contract';
import type Stripe from 'stripe';
import type { MirroredCustomer, MirroredInvoice } from './billing-provider.ts';

/** How many invoices the billing page lists. */
const mirroredInvoices = 3;

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
  const priceAmount = unitAmount === null ? null : unitAmount * (item?.quantity ?? 1);
  const nextInvoiceAt = subscription && item ? nextInvoiceDate(subscription, item) : null;
  const isPriceOnly = subscription && item ? isInvoiceOfPriceOnly(subscription, item, customer) : false;
  return {
    priceAmount,
    priceInterval: recurring?.interval ?? null,
    priceIntervalCount: recurring?.interval_count ?? null,
    nextInvoiceAt,
    nextInvoiceAmount: nextInvoiceAt !== null && isPriceOnly ? priceAmount : null,
    trialEndsAt: subscription?.trial_end == null ? null : toDate(subscription.trial_end),
  };
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
export type InvoiceFields = Pick<
  Stripe.Invoice,
  'id' | 'number' | 'created' | 'total' | 'currency' | 'status' | 'attempted'
>;

/** The newest invoices, without drafts, which the customer has not received yet. */
export function toMirroredInvoices(invoices: readonly InvoiceFields[]): MirroredInvoice[] {
  return invoices
    .flatMap((invoice) => {
      const status = statusOf(invoice);
      return status === null ? [] : [{ invoice, status }];
    })
    .toSorted((a, b) => b.invoice.created - a.invoice.created)
    .slice(0, mirroredInvoices)
    .map(({ invoice: { id, number, created, total, currency }, status }) => ({
      id,
      number,
      createdAt: toDate(created).toISOString(),
      total,
      currency,
      status,
    }));
}

/** Null for a draft. */
function statusOf({ status, attempted }: InvoiceFields): InvoiceStatus | null {
  return status === 'open' && attempted ? 'failed' : (InvoiceStatus.safeParse(status).data ?? null);
}

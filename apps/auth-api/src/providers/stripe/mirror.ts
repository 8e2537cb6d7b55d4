import type Stripe from 'stripe';
import { TaxNumberState } from '@portal/contract';
import type { BillingFields, CustomerNow } from '../billing-provider.ts';

const or = (text: string | null | undefined) => text || null;
const moment = (seconds: number | null | undefined) => (seconds == null ? null : new Date(seconds * 1_000));

/** Stripe has one name, and no place for a company's own number: such things are kept in the customer's metadata. */
export function metadataOf(changes: Partial<BillingFields>): Stripe.MetadataParam {
  const named = (['firstName', 'lastName', 'legalName', 'legalNumber'] as const).filter((field) => field in changes);
  return Object.fromEntries(named.map((field) => [field, changes[field] ?? '']));
}

export const nameOf = ({ firstName, lastName }: Pick<BillingFields, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ');

export const addressOf = (fields: BillingFields): Stripe.AddressParam => ({
  line1: fields.addressLine1 ?? '',
  line2: fields.addressLine2 ?? '',
  postal_code: fields.zipCode ?? '',
  city: fields.city ?? '',
  state: fields.state ?? '',
  country: fields.country ?? '',
});

/** What is mirrored of a customer, its subscriptions and its payment methods. */
export function mirrorOf(
  customer: Stripe.Customer,
  subscriptions: readonly Stripe.Subscription[],
  hasPaymentMethod: boolean,
): CustomerNow {
  const { address, metadata } = customer;
  const [taxId] = customer.tax_ids?.data ?? [];
  return {
    email: customer.email ?? '',
    firstName: or(metadata['firstName']),
    lastName: or(metadata['lastName']),
    legalName: or(metadata['legalName']),
    legalNumber: or(metadata['legalNumber']),
    taxNumber: taxId?.value ?? or(metadata['taxNumber']),
    taxNumberState: taxId ? stateOf(taxId) : metadata['taxNumber'] ? 'unsupported' : null,
    phoneNumber: or(customer.phone),
    addressLine1: or(address?.line1),
    addressLine2: or(address?.line2),
    zipCode: or(address?.postal_code),
    city: or(address?.city),
    state: or(address?.state),
    country: or(address?.country),
    hasPaymentMethod,
    ...mirrorOfSubscription(subscriptionOf(subscriptions)),
  };
}

function stateOf({ verification }: Stripe.TaxId): TaxNumberState {
  const said = TaxNumberState.safeParse(verification?.status);
  return said.data ?? 'unchecked';
}

const ended: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

/** The one that counts: one that goes on rather than one that ended, and then the newest. */
function subscriptionOf(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = (each: Stripe.Subscription) => Number(ended.includes(each.status));
  return subscriptions.toSorted((one, other) => rank(one) - rank(other) || other.created - one.created)[0];
}

function mirrorOfSubscription(subscription: Stripe.Subscription | undefined) {
  const item = subscription?.items.data[0];
  const invoice = subscription?.latest_invoice;
  return {
    subscriptionId: subscription?.id ?? null,
    subscriptionStatus: subscription?.status ?? null,
    planCode: item?.price.lookup_key ?? null,
    currency: subscription?.currency ?? null,
    endingAt: subscription ? endOf(subscription) : null,
    periodTotal: typeof invoice === 'object' && invoice ? invoice.total : 0,
  };
}

function endOf(subscription: Stripe.Subscription): Date | null {
  const { ended_at, cancel_at, cancel_at_period_end, status, trial_end, items } = subscription;
  if (ended_at !== null || cancel_at !== null) return moment(ended_at ?? cancel_at);
  if (cancel_at_period_end) return moment(items.data[0]?.current_period_end);
  return status === 'trialing' ? moment(trial_end) : null;
}

import type Stripe from 'stripe';
import { TaxNumberState } from '@portal/contract';
import { fromStripeAmount } from './amounts.ts';
import type { BillingFields, MirroredCustomer } from './billing-provider.ts';
import { toMirroredCard } from './charged-payment.ts';
import { expandedOf } from './expandable.ts';
import { toMirroredCollection, toMirroredPrice } from './mirror-overview.ts';

const emptyToNull = (text: string | null | undefined) => text || null;
const toDate = (seconds: number | null | undefined) => (seconds == null ? null : new Date(seconds * 1_000));

type Names = Pick<BillingFields, 'firstName' | 'lastName' | 'legalName'>;

/** Stripe has one name, and no field for a legal number: what they are made of is stored as metadata. */
export function toStripeMetadata(changes: Partial<BillingFields>): Stripe.MetadataParam {
  const fields = ['firstName', 'lastName', 'legalName', 'legalNumber'] as const;
  const given = fields.filter((field) => field in changes);
  return Object.fromEntries(given.map((field) => [field, changes[field] ?? '']));
}

/** A hyphen is what people without a last name enter, because the form requires one. */
export const toFullName = ({ firstName, lastName }: Pick<BillingFields, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter((part) => part && part !== '-').join(' ');

/**
 * The name on invoices: that of the company, if there is one. Source: `customer_name` at
 * https://docs.stripe.com/api/invoices/object is the customer's `name`, not its `business_name`.
 */
export const toStripeName = (names: Names) => names.legalName ?? toFullName(names);

export const toStripeAddress = (fields: BillingFields): Stripe.AddressParam => ({
  line1: fields.addressLine1 ?? '',
  line2: fields.addressLine2 ?? '',
  postal_code: fields.zipCode ?? '',
  city: fields.city ?? '',
  state: fields.state ?? '',
  country: fields.country ?? '',
});

interface StripeObjects {
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription | undefined;
  readonly hasPaymentMethod: boolean;
  readonly paymentMethod: Stripe.PaymentMethod | null;
  readonly hasFailedInvoice: boolean;
}

export function toMirroredCustomer({
  customer,
  subscription,
  hasPaymentMethod,
  paymentMethod,
  hasFailedInvoice,
}: StripeObjects): MirroredCustomer {
  const { address, metadata } = customer;
  const taxId = shownTaxId(customer);
  return {
    email: customer.email ?? '',
    ...namesOf(customer),
    legalNumber: emptyToNull(metadata['legalNumber']),
    taxNumber: taxId?.value ?? emptyToNull(metadata['taxNumber']),
    taxNumberState: taxId ? taxNumberStateOf(taxId) : metadata['taxNumber'] ? 'unsupported' : null,
    phoneNumber: emptyToNull(customer.phone),
    addressLine1: emptyToNull(address?.line1),
    addressLine2: emptyToNull(address?.line2),
    zipCode: emptyToNull(address?.postal_code),
    city: emptyToNull(address?.city),
    state: emptyToNull(address?.state),
    country: emptyToNull(address?.country),
    hasPaymentMethod,
    ...toMirroredSubscription(subscription),
    ...toMirroredPrice(subscription, customer),
    ...toMirroredCollection(subscription),
    ...toMirroredCard(paymentMethod),
    hasFailedInvoice,
  };
}

const words = (text: string | null | undefined) => (text ?? '').split(/\s+/).filter((word) => word !== '');

/**
 * The names that the customer's name is made of are stored as metadata. If that name was changed at Stripe, it counts: as the legal name
 * if there is one. Otherwise its first word is the first name.
 */
function namesOf({ name, metadata }: Stripe.Customer): Names {
  const stored = {
    firstName: emptyToNull(metadata['firstName']),
    lastName: emptyToNull(metadata['lastName']),
    legalName: emptyToNull(metadata['legalName']),
  };
  const current = words(name).join(' ');
  if (current !== '' && current === words(toStripeName(stored)).join(' ')) return stored;
  if (stored.legalName !== null) return { ...stored, legalName: emptyToNull(current) };
  const [first, ...last] = words(name);
  return { firstName: emptyToNull(first), lastName: emptyToNull(last.join(' ')), legalName: null };
}

/** The tax id that the user sees and can change: the one that the API created last, else the newest. Others are those of staff. */
export function shownTaxId({ metadata, tax_ids: taxIds }: Stripe.Customer): Stripe.TaxId | undefined {
  const existing = taxIds?.data ?? [];
  return existing.find(({ id }) => id === metadata['taxId']) ?? existing[0];
}

function taxNumberStateOf({ verification }: Stripe.TaxId): TaxNumberState {
  return TaxNumberState.safeParse(verification?.status).data ?? 'unchecked';
}

function toMirroredSubscription(subscription: Stripe.Subscription | undefined) {
  const item = subscription?.items.data[0];
  return {
    subscriptionId: subscription?.id ?? null,
    subscriptionStatus: subscription?.status ?? null,
    planCode: item?.price.lookup_key ?? null,
    currency: subscription?.currency ?? null,
    endingAt: subscription ? endOf(subscription) : null,
    periodTotal: totalOf(expandedOf(subscription?.latest_invoice)),
  };
}

/** While payments are paused, Stripe can void each invoice. Then the period costs nothing. */
const totalOf = (invoice: Stripe.Invoice | null | undefined) =>
  !invoice || invoice.status === 'void' ? 0n : fromStripeAmount(invoice.total);

function endOf(subscription: Stripe.Subscription): Date | null {
  const { ended_at, cancel_at, cancel_at_period_end, status, trial_end, items } = subscription;
  if (ended_at !== null || cancel_at !== null) return toDate(ended_at ?? cancel_at);
  if (cancel_at_period_end) return toDate(items.data[0]?.current_period_end);
  return status === 'trialing' ? toDate(trial_end) : null;
}

import Stripe from 'stripe';
import type { Settings } from '../../platform/config/settings.ts';
import type { BillingProvider, InvoicesToRead } from './billing-provider.ts';
import { idempotentRequest, iterateWithStripeErrors } from './client.ts';
import { chargedPayment } from './charged-payment.ts';
import { currentSubscription, endReasonOf, findProducts } from './current-subscription.ts';
import { toMirroredInvoices } from './mirror-overview.ts';
import { toMirroredCustomer, toStripeAddress, toStripeName } from './mirror.ts';

/** In one request: Stripe's maximum. */
const invoicePage = 100;
/** 80 years of monthly invoices. An account with more has the older ones at Stripe. */
const maxInvoices = 1_000;
/** How many older invoices that are not paid are read again. */
const maxUnsettled = 20;

const newestOnly: InvoicesToRead = { all: false, unsettled: [] };

type Customers = Pick<
  BillingProvider,
  | 'findCustomers'
  | 'createCustomer'
  | 'deleteCustomer'
  | 'isCustomerKnown'
  | 'readCustomer'
  | 'findUserId'
  | 'listCustomers'
>;

export function stripeCustomers(stripe: Stripe, settings: Settings): Customers {
  /** Reads the newest invoices, and those of the others that can have changed. */
  async function readInvoices(customer: string, { all, unsettled }: InvoicesToRead): Promise<Stripe.Invoice[]> {
    const list = stripe.invoices.list({ customer, limit: invoicePage });
    const newest = all ? await list.autoPagingToArray({ limit: maxInvoices }) : (await list).data;
    const others = unsettled.filter((id) => newest.every((invoice) => invoice.id !== id)).slice(0, maxUnsettled);
    const read = await Promise.all(others.map((id) => stripe.invoices.retrieve(id).catch(nullIfMissing)));
    return [...newest, ...read.filter((invoice) => invoice !== null)];
  }

  return {
    async findCustomers({ userId, email }) {
      const { data } = await stripe.customers.list({ email, limit: 100 });
      return data.filter(({ metadata }) => metadata['userId'] === userId).map(({ id }) => id);
    },

    async createCustomer(user, key) {
      const { userId, email, phoneNumber, firstName, lastName, legalName, legalNumber, taxNumber } = user;
      const name = toStripeName(user);
      const address = Object.entries(toStripeAddress(user)).filter(([, value]) => value !== '');
      const metadata = Object.entries({ userId, firstName, lastName, legalName, legalNumber, taxNumber });
      const params = {
        email,
        ...(name && { name }),
        ...(phoneNumber !== null && { phone: phoneNumber }),
        ...(address.length > 0 && { address: Object.fromEntries(address) }),
        metadata: Object.fromEntries(metadata.flatMap(([field, value]) => (value === null ? [] : [[field, value]]))),
      };
      return (await stripe.customers.create(params, idempotentRequest(key))).id;
    },

    async deleteCustomer(customerId) {
      await stripe.customers.del(customerId).catch(nullIfMissing);
    },

    async isCustomerKnown(customerId) {
      return (await stripe.customers.retrieve(customerId).catch(nullIfMissing)) !== null;
    },

    async readCustomer(customerId, invoicesToRead = newestOnly) {
      const [customer, subscriptions, stripeInvoices, products] = await Promise.all([
        stripe.customers.retrieve(customerId, {
          expand: ['tax_ids', 'invoice_settings.default_payment_method'],
        }),
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice', 'data.default_payment_method'],
        }),
        readInvoices(customerId, invoicesToRead).catch(nullIfMissing),
        findProducts(stripe, settings),
      ]);
      if (customer.deleted) return null;
      const subscription = currentSubscription(subscriptions.data, products);
      const charged = chargedPayment(subscription, customer);
      // A source can be read as a payment method. Source: https://docs.stripe.com/payments/payment-methods/transitioning
      const paymentMethod =
        charged && (charged.method ?? (await stripe.paymentMethods.retrieve(charged.id).catch(nullIfMissing)));
      const invoices = toMirroredInvoices(stripeInvoices ?? [], customerId);
      const mirrored = toMirroredCustomer({
        customer,
        subscription,
        hasPaymentMethod: charged !== null,
        paymentMethod,
        hasFailedInvoice: invoices.some(({ status }) => status === 'failed'),
      });
      return { mirrored, invoices, chargedPayment: charged?.id ?? null, endReason: endReasonOf(subscription) };
    },

    async findUserId(customerId) {
      const customer = await stripe.customers.retrieve(customerId).catch(nullIfMissing);
      return !customer || customer.deleted ? null : (customer.metadata['userId'] ?? null);
    },

    async *listCustomers() {
      for await (const { id, metadata } of iterateWithStripeErrors(stripe.customers.list({ limit: 100 }))) {
        yield { id, userId: metadata['userId'] ?? null };
      }
    },
  };
}

export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
  throw error;
}

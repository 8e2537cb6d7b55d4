import Stripe from 'stripe';
import type { Settings } from '../../platform/config/settings.ts';
import type { BillingProvider } from './billing-provider.ts';
import { idempotentRequest, iterateWithStripeErrors } from './client.ts';
import { chargedPayment } from './charged-payment.ts';
import { currentSubscription, endReasonOf, findProducts } from './current-subscription.ts';
import { toMirroredCustomer, toStripeAddress, toStripeName } from './mirror.ts';

/** More than the three that are shown, because drafts are left out. */
const invoicesRead = 10;

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

    async readCustomer(customerId) {
      const [customer, subscriptions, invoices, products] = await Promise.all([
        stripe.customers.retrieve(customerId, {
          expand: ['tax_ids', 'invoice_settings.default_payment_method'],
        }),
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice', 'data.default_payment_method'],
        }),
        stripe.invoices.list({ customer: customerId, limit: invoicesRead }).catch(nullIfMissing),
        findProducts(stripe, settings),
      ]);
      if (customer.deleted) return null;
      const subscription = currentSubscription(subscriptions.data, products);
      const charged = chargedPayment(subscription, customer);
      // A source can be read as a payment method. Source: https://docs.stripe.com/payments/payment-methods/transitioning
      const paymentMethod =
        charged && (charged.method ?? (await stripe.paymentMethods.retrieve(charged.id).catch(nullIfMissing)));
      const mirrored = toMirroredCustomer({
        customer,
        subscription,
        hasPaymentMethod: charged !== null,
        paymentMethod,
        invoices: invoices?.data ?? [],
      });
      return { mirrored, chargedPayment: charged?.id ?? null, endReason: endReasonOf(subscription) };
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

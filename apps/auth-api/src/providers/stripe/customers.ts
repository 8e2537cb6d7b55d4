import Stripe from 'stripe';
import type { BillingProvider } from '../billing-provider.ts';
import { allAtStripe } from './client.ts';
import { onceUnder } from './once-under.ts';
import { mirrorOf, nameOf } from './mirror.ts';

type Customers = Pick<BillingProvider, 'findCustomer' | 'createCustomer' | 'readCustomer' | 'ownerOf' | 'customers'>;

/** Making and reading customers. */
export function customersAt(stripe: Stripe): Customers {
  return {
    async findCustomer({ userId, email }) {
      const { data } = await stripe.customers.list({ email, limit: 100 });
      return data.find(({ metadata }) => metadata['userId'] === userId)?.id ?? null;
    },

    async createCustomer(person, key) {
      const name = nameOf(person);
      const metadata = {
        userId: person.userId,
        ...(person.firstName !== null && { firstName: person.firstName }),
        ...(person.lastName !== null && { lastName: person.lastName }),
      };
      const params = { email: person.email, ...(name && { name }), metadata };
      return (await stripe.customers.create(params, onceUnder(key))).id;
    },

    async readCustomer(customerId) {
      const [customer, subscriptions, methods] = await Promise.all([
        stripe.customers.retrieve(customerId, { expand: ['tax_ids'] }),
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice'],
        }),
        stripe.customers.listPaymentMethods(customerId, { limit: 1 }).catch(nullIfMissing),
      ]);
      if (customer.deleted) return null;
      const chosen = customer.invoice_settings.default_payment_method;
      const defaultPaymentMethod = typeof chosen === 'object' ? (chosen?.id ?? null) : chosen;
      const hasPaymentMethod = defaultPaymentMethod !== null || (methods?.data ?? []).length > 0;
      return { mirrored: mirrorOf(customer, subscriptions.data, hasPaymentMethod), defaultPaymentMethod };
    },

    async ownerOf(customerId) {
      const customer = await stripe.customers.retrieve(customerId).catch(nullIfMissing);
      return !customer || customer.deleted ? null : (customer.metadata['userId'] ?? null);
    },

    async *customers() {
      for await (const { id, metadata } of allAtStripe(stripe.customers.list({ limit: 100 }))) {
        yield { id, userId: metadata['userId'] ?? null };
      }
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
  throw error;
}

import type Stripe from 'stripe';
import * as z from 'zod';
import { cancelSubscription } from './billing-cycle.ts';
import { listPage } from './http/lists.ts';
import { newPaymentMethod } from './new-checkout.ts';
import { idOf, newId, type Objects } from './objects.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, metadata, pageParams, text } from './http/params.ts';
import { noSuchObject } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

const address = z
  .strictObject({ line1: text, line2: text, postal_code: text, city: text, state: text, country: text })
  .partial()
  .or(z.literal(''));

const createParams = {
  email: text.max(512).optional(),
  name: text.max(256).optional(),
  phone: text.max(20).optional(),
  description: text.optional(),
  address: address.optional(),
  metadata: metadata.optional(),
};

const updateParams = { ...createParams, invoice_settings: z.strictObject({ default_payment_method: text }).optional() };
type UpdateParams = z.infer<z.ZodObject<typeof updateParams>>;

export function addCustomerOperations(operations: Operations, state: StripeState): void {
  const { objects, events, clock } = state;

  operations.add('get', '/v1/customers', { ...pageParams, email: nonEmpty.optional() }, ({ email, ...page }) =>
    listPage(
      objects.all('customer', (each) => email === undefined || each.email === email),
      '/v1/customers',
      page,
    ),
  );

  operations.add('post', '/v1/customers', createParams, (params) => {
    const customer = objects.save(applyUpdate(newCustomer(clock.now), params));
    events.emit('customer.created', customer);
    return customer;
  });

  operations.add(
    'get',
    '/v1/customers/:id',
    {},
    (_params, { id = '' }) => objects.find('customer', id) ?? deletedCustomer(id, state),
  );

  operations.add('post', '/v1/customers/:id', updateParams, (params, { id = '' }) => {
    const before = objects.get('customer', id);
    const methodId = params.invoice_settings?.default_payment_method;
    if (methodId) {
      const method = objects.get('payment_method', methodId, 'invoice_settings[default_payment_method]');
      if (method.customer !== id)
        throw noSuchObject('PaymentMethod', methodId, 'invoice_settings[default_payment_method]');
    }
    const customer = objects.save(applyUpdate(before, params));
    events.emit('customer.updated', customer, before);
    return customer;
  });

  operations.add('delete', '/v1/customers/:id', {}, (_params, { id = '' }) => {
    deleteCustomer(objects.get('customer', id), state);
    return { id, object: 'customer', deleted: true };
  });

  operations.add(
    'get',
    '/v1/customers/:id/payment_methods',
    { ...pageParams, type: nonEmpty.optional() },
    (page, { id = '' }) => {
      objects.get('customer', id);
      const methods = objects.all('payment_method', (each) => each.customer === id);
      return listPage(methods, `/v1/customers/${id}/payment_methods`, page);
    },
  );

  operations.add(
    'get',
    '/v1/payment_methods/:id',
    {},
    (_params, { id = '' }) => objects.find('payment_method', id) ?? sourceAsMethod(id, state),
  );
}

/** A card of the Sources API as a payment method. Source: https://docs.stripe.com/payments/payment-methods/transitioning */
function sourceAsMethod(id: string, { objects }: StripeState): Stripe.PaymentMethod {
  const { last4, exp_month: expMonth, exp_year: expYear, customer } = objects.get('card', id);
  const method = newPaymentMethod({ number: last4, expMonth, expYear }, idOf(customer) ?? '', 0);
  return { ...method, id };
}

/** A deleted customer is still known as deleted. */
function deletedCustomer(id: string, { objects }: StripeState): object {
  if (deletionsOf(id, objects).length === 0) throw noSuchObject('customer', id);
  return { id, object: 'customer', deleted: true };
}

const deletionsOf = (id: string, objects: Objects) =>
  objects.all('event', (event) => event.type === 'customer.deleted' && event.data.object.id === id);

/** A list of a customer's objects is an error if Stripe never knew the customer. That of a deleted customer is not. */
export function assertKnownCustomer(id: string | undefined, { objects }: StripeState): void {
  if (id === undefined || objects.find('customer', id) || deletionsOf(id, objects).length > 0) return;
  throw noSuchObject('customer', id, 'customer');
}

export function deleteCustomer(customer: Stripe.Customer, state: StripeState): void {
  const { objects, events } = state;
  const isActive = (each: Stripe.Subscription) => idOf(each.customer) === customer.id && each.status !== 'canceled';
  for (const subscription of objects.all('subscription', isActive)) cancelSubscription(subscription, state);
  objects.remove(customer);
  events.emit('customer.deleted', customer);
}

function applyUpdate(customer: Stripe.Customer, params: UpdateParams): Stripe.Customer {
  const { metadata, address, invoice_settings: settings, ...fields } = params;
  const texts = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...customer,
    ...Object.fromEntries(texts.map(([field, value]) => [field, value === '' ? null : value])),
    ...(address !== undefined && { address: address === '' ? null : toAddress(address) }),
    metadata: mergedMetadata(customer.metadata, metadata),
    ...(settings && {
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: settings.default_payment_method || null,
      },
    }),
  };
}

const toAddress = (fields: Record<string, string | undefined>): Stripe.Address => ({
  line1: fields['line1'] || null,
  line2: fields['line2'] || null,
  postal_code: fields['postal_code'] || null,
  city: fields['city'] || null,
  state: fields['state'] || null,
  country: fields['country'] || null,
});

/** Sets the given keys, removes those with an empty value and keeps the others. */
function mergedMetadata(before: Stripe.Metadata, changes: UpdateParams['metadata']): Stripe.Metadata {
  if (changes === '') return {};
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

const newCustomer = (created: number): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: newId('').slice(-8),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

import type Stripe from 'stripe';
import * as z from 'zod';
import type { FormValue } from './form.ts';
import { listPage } from './lists.ts';
import { newId } from './objects.ts';
import type { Operations } from './operations.ts';
import { filled, metadata, paging, text } from './params.ts';
import { missing } from './refusal.ts';
import type { World } from './world.ts';

const address = z
  .strictObject({ line1: text, line2: text, postal_code: text, city: text, state: text, country: text })
  .partial()
  .or(z.literal(''));

const details = {
  email: text.max(512).optional(),
  name: text.max(256).optional(),
  phone: text.max(20).optional(),
  description: text.optional(),
  address: address.optional(),
  metadata: metadata.optional(),
};

const update = { ...details, invoice_settings: z.strictObject({ default_payment_method: text }).optional() };
type Update = z.infer<z.ZodObject<typeof update>>;

/** The operations on customers. */
export function customers(operations: Operations, world: World): void {
  const { objects, events, clock } = world;

  operations.add('get', '/v1/customers', { ...paging, email: filled.optional() }, ({ email, ...page }) =>
    listPage(
      objects.all('customer', (each) => email === undefined || each.email === email),
      '/v1/customers',
      page,
    ),
  );

  operations.add('post', '/v1/customers', details, (params) => {
    const customer = objects.save(changed(newCustomer(clock.now), params));
    events.tell('customer.created', customer);
    return customer;
  });

  operations.add(
    'get',
    '/v1/customers/:id',
    {},
    (_params, { id = '' }) => objects.find('customer', id) ?? deleted(id, world),
  );

  operations.add('post', '/v1/customers/:id', update, (params, { id = '' }) => {
    const before = objects.get('customer', id);
    const chosen = params.invoice_settings?.default_payment_method;
    if (chosen) {
      const method = objects.get('payment_method', chosen, 'invoice_settings[default_payment_method]');
      if (method.customer !== id) throw missing('PaymentMethod', chosen, 'invoice_settings[default_payment_method]');
    }
    const customer = objects.save(changed(before, params));
    events.tell('customer.updated', customer, before);
    return customer;
  });

  operations.add('delete', '/v1/customers/:id', {}, (_params, { id = '' }) => {
    const customer = objects.get('customer', id);
    objects.remove(customer);
    for (const subscription of objects.all('subscription', (each) => each.customer === id)) {
      objects.save({ ...subscription, status: 'canceled', ended_at: clock.now, canceled_at: clock.now });
    }
    events.tell('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  });

  operations.add(
    'get',
    '/v1/customers/:id/payment_methods',
    { ...paging, type: filled.optional() },
    (page, { id = '' }) => {
      objects.get('customer', id);
      const own = objects.all('payment_method', (each) => each.customer === id);
      return listPage(own, `/v1/customers/${id}/payment_methods`, page);
    },
  );
}

/** Stripe remembers of a deleted customer that there was one. */
function deleted(id: string, { objects }: World): object {
  const wasThere = objects.all('event', (event) => event.type === 'customer.deleted' && event.data.object.id === id);
  if (wasThere.length === 0) throw missing('customer', id);
  return { id, object: 'customer', deleted: true };
}

function changed(customer: Stripe.Customer, params: Update): Stripe.Customer {
  const { metadata: named, address: place, invoice_settings: settings, ...fields } = params;
  const texts = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...customer,
    ...Object.fromEntries(texts.map(([field, value]) => [field, value === '' ? null : value])),
    ...(place !== undefined && { address: place === '' ? null : addressOf(place) }),
    metadata: mergedMetadata(customer.metadata, named),
    ...(settings && {
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: settings.default_payment_method || null,
      },
    }),
  };
}

const addressOf = (place: Record<string, string | undefined>): Stripe.Address => ({
  line1: place['line1'] || null,
  line2: place['line2'] || null,
  postal_code: place['postal_code'] || null,
  city: place['city'] || null,
  state: place['state'] || null,
  country: place['country'] || null,
});

/** What is named is set or, when empty, taken away; the rest stays. */
export function mergedMetadata(before: Stripe.Metadata, named: FormValue | undefined): Stripe.Metadata {
  if (named === '') return {};
  const merged = { ...before, ...(named as Record<string, string> | undefined) };
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

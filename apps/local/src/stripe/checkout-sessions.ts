import * as z from 'zod';
import { listPage } from './lists.ts';
import { newCheckout, newSetupIntent } from './new-checkout.ts';
import type { Operations } from './operations.ts';
import { filled, metadata, paging } from './params.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const creation = {
  // Payments and subscriptions by checkout are not among what this Stripe can do.
  mode: z.literal('setup'),
  customer: filled,
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i)
    .optional(),
  success_url: z.url().optional(),
  cancel_url: z.url().optional(),
  metadata: metadata.optional(),
};

/** The operations on checkouts, in which cards are entered. */
export function checkoutSessions(operations: Operations, world: World): void {
  const { objects, clock, url } = world;
  const path = '/v1/checkout/sessions';

  operations.add(
    'get',
    path,
    { ...paging, customer: filled.optional(), status: z.enum(['open', 'complete', 'expired']).optional() },
    ({ customer, status, ...page }) => {
      const wanted = objects.all(
        'checkout.session',
        (each) => (!customer || each.customer === customer) && (!status || each.status === status),
      );
      return listPage(wanted, path, page);
    },
  );

  operations.add('post', path, creation, ({ customer, currency, success_url, cancel_url }) => {
    objects.get('customer', customer, 'customer');
    if (success_url === undefined) throw needs('success_url');
    if (currency === undefined) throw needs('currency');
    const intent = objects.save(newSetupIntent(customer, clock.now));
    const wish = { customer, currency: currency.toLowerCase(), successUrl: success_url, cancelUrl: cancel_url ?? null };
    return objects.save(newCheckout(wish, intent.id, clock.now, url));
  });

  operations.add('get', `${path}/:id`, {}, (_params, { id = '' }) => objects.get('checkout.session', id));
}

const needs = (param: string) => new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

import * as z from 'zod';
import { assertKnownCustomer } from './customers.ts';
import { listPage } from './http/lists.ts';
import { newCheckout, newSetupIntent } from './new-checkout.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, metadata, pageParams } from './http/params.ts';
import { StripeError } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

const createParams = {
  // Checkout for payments and subscriptions is not emulated.
  mode: z.literal('setup'),
  customer: nonEmpty,
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i)
    .optional(),
  success_url: z.url().optional(),
  cancel_url: z.url().optional(),
  // The limit of Stripe. Source: https://docs.stripe.com/api/checkout/sessions/create
  custom_text: z.strictObject({ submit: z.strictObject({ message: nonEmpty.max(1_200) }) }).optional(),
  metadata: metadata.optional(),
};

export function addCheckoutSessionOperations(operations: Operations, state: StripeState): void {
  const { objects, clock, url } = state;
  const path = '/v1/checkout/sessions';

  operations.add(
    'get',
    path,
    { ...pageParams, customer: nonEmpty.optional(), status: z.enum(['open', 'complete', 'expired']).optional() },
    ({ customer, status, ...page }) => {
      assertKnownCustomer(customer, state);
      const sessions = objects.all(
        'checkout.session',
        (each) => (!customer || each.customer === customer) && (!status || each.status === status),
      );
      return listPage(sessions, path, page);
    },
  );

  operations.add('post', path, createParams, ({ customer, currency, success_url, cancel_url, custom_text }) => {
    objects.get('customer', customer, 'customer');
    if (success_url === undefined) throw missingParam('success_url');
    if (currency === undefined) throw missingParam('currency');
    const intent = objects.save(newSetupIntent(customer, clock.now));
    const checkout = {
      customer,
      currency: currency.toLowerCase(),
      successUrl: success_url,
      cancelUrl: cancel_url ?? null,
      notice: custom_text?.submit.message ?? null,
    };
    return objects.save(newCheckout(checkout, intent.id, clock.now, url));
  });

  operations.add('get', `${path}/:id`, {}, (_params, { id = '' }) => objects.get('checkout.session', id));
}

const missingParam = (param: string) =>
  new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

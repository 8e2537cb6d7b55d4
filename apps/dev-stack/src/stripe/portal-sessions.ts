import type Stripe from 'stripe';
import * as z from 'zod';
import { newId } from './objects.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty } from './http/params.ts';
import { noSuchObject } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

/** Stripe's default configuration of the customer portal. */
const configuration = 'bpc_default';

/** The operation that creates customer portal sessions. */
export function addPortalSessionOperations(operations: Operations, { objects, clock, url }: StripeState): void {
  const shape = { customer: nonEmpty, return_url: z.url().optional(), configuration: nonEmpty.optional() };
  operations.add('post', '/v1/billing_portal/sessions', shape, (params) => {
    objects.get('customer', params.customer, 'customer');
    if (params.configuration !== undefined && params.configuration !== configuration) {
      throw noSuchObject('configuration', params.configuration, 'configuration');
    }
    const id = newId('bps');
    const session: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration,
      created: clock.now,
      customer: params.customer,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: params.return_url ?? null,
      url: `${url}/portal/${id}`,
    };
    return objects.save(session);
  });
}

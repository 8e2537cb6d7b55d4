import type Stripe from 'stripe';
import * as z from 'zod';
import { newId } from './objects.ts';
import type { Operations } from './operations.ts';
import { filled } from './params.ts';
import { missing } from './refusal.ts';
import type { World } from './world.ts';

/** The one configuration of the customer portal, Stripe's default one. */
const configuration = 'bpc_default';

/** The operation that opens the customer portal. */
export function portalSessions(operations: Operations, { objects, clock, url }: World): void {
  const shape = { customer: filled, return_url: z.url().optional(), configuration: filled.optional() };
  operations.add('post', '/v1/billing_portal/sessions', shape, (params) => {
    objects.get('customer', params.customer, 'customer');
    if (params.configuration !== undefined && params.configuration !== configuration) {
      throw missing('configuration', params.configuration, 'configuration');
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

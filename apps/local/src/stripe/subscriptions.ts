import * as z from 'zod';
import { billNow, cancel, resume } from './billing-cycle.ts';
import { listPage } from './lists.ts';
import type { Operations } from './operations.ts';
import { filled, integer, metadata, paging } from './params.ts';
import { newSubscription } from './new-subscription.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'all'] as const;
const ways = ['cancel', 'create_invoice', 'pause'] as const;

const creation = {
  customer: filled,
  items: z.array(z.strictObject({ price: filled })).length(1),
  trial_period_days: integer.refine((days) => days >= 0 && days <= 730).optional(),
  trial_settings: z.strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(ways) }) }).optional(),
  metadata: metadata.optional(),
};

/** The operations on subscriptions. */
export function subscriptions(operations: Operations, world: World): void {
  const { objects, events } = world;

  operations.add(
    'get',
    '/v1/subscriptions',
    { ...paging, customer: filled.optional(), status: z.enum(statuses).optional() },
    ({ customer, status, ...page }) => {
      const wanted = objects.all(
        'subscription',
        (each) =>
          (customer === undefined || each.customer === customer) &&
          (status === undefined ? each.status !== 'canceled' : status === 'all' || each.status === status),
      );
      return listPage(wanted, '/v1/subscriptions', page);
    },
  );

  operations.add('post', '/v1/subscriptions', creation, (params) => {
    objects.get('customer', params.customer, 'customer');
    const [item] = params.items;
    const price = objects.get('price', item?.price ?? '', 'items[0][price]');
    const subscription = objects.save(
      newSubscription({
        customer: params.customer,
        price,
        now: world.clock.nowOf(params.customer),
        trialDays: params.trial_period_days ?? 0,
        atTrialEnd: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      }),
    );
    events.tell('customer.subscription.created', subscription);
    return billNow(subscription.id, 'subscription_create', world);
  });

  operations.add('get', '/v1/subscriptions/:id', {}, (_params, { id = '' }) => objects.get('subscription', id));

  operations.add('delete', '/v1/subscriptions/:id', {}, (_params, { id = '' }) => {
    const subscription = objects.get('subscription', id);
    if (subscription.status === 'canceled')
      throw new Refusal(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing' });
    return cancel(subscription, world);
  });

  const resumption = { billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional() };
  operations.add('post', '/v1/subscriptions/:id/resume', resumption, (_params, { id = '' }) =>
    resume(objects.get('subscription', id), world),
  );
}

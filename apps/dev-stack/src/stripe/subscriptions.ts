import * as z from 'zod';
import {
  createAndCollectInvoice,
  hasDefaultPayment,
  missingPaymentError,
  paymentBehaviors,
  cancelSubscription,
  resumeSubscription,
  updateSubscription,
} from './billing-cycle.ts';
import { assertKnownCustomer } from './customers.ts';
import { listPage } from './http/lists.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, integer, metadata, pageParams, text } from './http/params.ts';
import { newSubscription } from './new-subscription.ts';
import { noSuchObject, StripeError } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'all'] as const;
const missingPaymentMethodBehaviors = ['cancel', 'create_invoice', 'pause'] as const;

const createParams = {
  customer: nonEmpty,
  items: z.array(z.strictObject({ price: nonEmpty, quantity: z.literal('1').optional() })).length(1),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).default('charge_automatically'),
  days_until_due: integer.refine((days) => days >= 0).optional(),
  trial_period_days: integer.refine((days) => days >= 0 && days <= 730).optional(),
  trial_end: integer.optional(),
  trial_settings: z
    .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(missingPaymentMethodBehaviors) }) })
    .optional(),
  metadata: metadata.optional(),
};

const updateParams = { default_payment_method: nonEmpty.optional(), default_source: text.optional() };

const daySeconds = 86_400;

/** Null without a trial. Source: https://docs.stripe.com/api/subscriptions/create#create_subscription-trial_end */
function trialEndOf(
  {
    trial_end: end,
    trial_period_days: days,
  }: { trial_end?: number | undefined; trial_period_days?: number | undefined },
  now: number,
): number | null {
  if (end === undefined) return days ? now + days * daySeconds : null;
  const param = 'trial_end';
  if (days !== undefined)
    throw new StripeError('You may only specify one of these parameters: trial_end, trial_period_days.', { param });
  if (end <= now)
    throw new StripeError('Invalid timestamp: must be an integer Unix timestamp in the future.', { param });
  if (end > now + 730 * daySeconds)
    throw new StripeError('Invalid timestamp: can be no more than two years in the future.', { param });
  return end;
}

export function addSubscriptionOperations(operations: Operations, state: StripeState): void {
  const { objects, events } = state;

  operations.add(
    'get',
    '/v1/subscriptions',
    { ...pageParams, customer: nonEmpty.optional(), status: z.enum(statuses).optional() },
    ({ customer, status, ...page }) => {
      assertKnownCustomer(customer, state);
      const found = objects.all(
        'subscription',
        (each) =>
          (customer === undefined || each.customer === customer) &&
          (status === undefined ? each.status !== 'canceled' : status === 'all' || each.status === status),
      );
      return listPage(found, '/v1/subscriptions', page);
    },
  );

  operations.add('post', '/v1/subscriptions', createParams, (params) => {
    const customer = objects.get('customer', params.customer, 'customer');
    const isCharged = params.collection_method === 'charge_automatically';
    const now = state.clock.nowFor(params.customer);
    const trialEnd = trialEndOf(params, now);
    if (isCharged && trialEnd === null && !hasDefaultPayment(customer)) throw missingPaymentError();
    const [item] = params.items;
    const price = objects.get('price', item?.price ?? '', 'items[0][price]');
    if (!price.active) throw new StripeError('The price specified is inactive.', { param: 'items[0][price]' });
    const subscription = objects.save({
      ...newSubscription({
        customer: params.customer,
        price,
        now,
        trialEnd,
        missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      }),
      collection_method: params.collection_method,
      days_until_due: params.days_until_due ?? null,
    });
    events.emit('customer.subscription.created', subscription);
    return createAndCollectInvoice(subscription.id, 'subscription_create', state);
  });

  operations.add('get', '/v1/subscriptions/:id', {}, (_params, { id = '' }) => objects.get('subscription', id));

  operations.add('post', '/v1/subscriptions/:id', updateParams, (params, { id = '' }) => {
    const subscription = objects.get('subscription', id);
    const { default_payment_method: methodId, default_source: sourceId } = params;
    if (methodId !== undefined) {
      const method = objects.get('payment_method', methodId, 'default_payment_method');
      if (method.customer !== subscription.customer)
        throw noSuchObject('PaymentMethod', methodId, 'default_payment_method');
    }
    if (sourceId) objects.get('card', sourceId, 'default_source');
    const changes = {
      ...(methodId !== undefined && { default_payment_method: methodId }),
      ...(sourceId !== undefined && { default_source: sourceId || null }),
    };
    return updateSubscription(subscription, changes, state);
  });

  operations.add('delete', '/v1/subscriptions/:id', {}, (_params, { id = '' }) => {
    const subscription = objects.get('subscription', id);
    if (subscription.status === 'canceled')
      throw new StripeError(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing' });
    const now = state.clock.nowFor(subscription.customer);
    return cancelSubscription(subscription, state, now, 'cancellation_requested');
  });

  const resumeParams = {
    billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
    payment_behavior: z.enum(paymentBehaviors).default('resume_on_payment_attempt'),
  };
  operations.add('post', '/v1/subscriptions/:id/resume', resumeParams, ({ payment_behavior }, { id = '' }) =>
    resumeSubscription(objects.get('subscription', id), payment_behavior, state),
  );
}

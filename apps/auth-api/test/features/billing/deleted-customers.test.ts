/** @takes 15 s */
import { ActiveSubscriptionResult } from '@portal/contract';
import { setUpBillingTask } from '../../../src/features/billing/billing.tasks.ts';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
beforeEach(() => stack.api.asOwner('TRUNCATE billing_accounts, graphile_worker._private_jobs'));

const accountOf = ({ id }: User) => stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: id } });

describe('a customer that staff deleted', () => {
  const ended = { subscriptionStatus: 'canceled' };
  const subscriptionsOf = async (user: User) => {
    const { customerId } = await accountOf(user);
    const list = `/v1/subscriptions?customer=${customerId}&status=all`;
    return (await stack.stripe.request<{ data: { status: string }[] }>('GET', list)).data.map(({ status }) => status);
  };
  const subscriptionOf = async ({ path, credentials }: Awaited<ReturnType<BillingStack['customer']>>) =>
    ActiveSubscriptionResult.parse((await stack.api.send('GET', `${path}/activeSubscription`, credentials)).body)
      .activeSubscription;

  const paths: Record<string, (actor: Awaited<ReturnType<BillingStack['customer']>>) => Promise<unknown>> = {
    'the user saves billing details': ({ path, credentials }) =>
      stack.api.send('PATCH', `${path}/billingDetails`, credentials).send({ billingInformation: { city: 'Paris' } }),
    'the user opens the checkout': ({ path, credentials }) =>
      stack.api.send('GET', `${path}/billing/checkout`, credentials).redirects(0),
    'the user opens the portal': ({ path, credentials }) =>
      stack.api.send('GET', `${path}/billing/portal`, credentials).redirects(0),
    'the portal asks for the integration': ({ path, credentials }) =>
      stack.api.send('POST', `${path}/create-billing-integration`, credentials).send({}),
    'the job runs': ({ user }) => setUpBillingTask({ userId: user.id }, stack.api.services),
    'an operator reconciles': () => reconcile(stack.api.services, () => undefined),
  };

  it.each(Object.keys(paths))('is replaced without another trial when %s', async (name) => {
    await stack.customer();
    const actor = await stack.customer();
    await stack.stripe.edit('deleteCustomer', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    for (const _again of [1, 2]) await paths[name]?.(actor);
    const account = await accountOf(actor.user);
    expect(account).toMatchObject({ ...ended, customerId: expect.stringMatching(/^cus_/) as string });
    expect(account.customerId).not.toBe(actor.customerId);
    expect(await subscriptionsOf(actor.user)).toEqual([]);
  });

  it('is replaced by the first save after its deletion, before the event about it arrives', async () => {
    await stack.customer();
    const actor = await stack.customer();
    await stack.stripe.edit('deleteCustomer', actor.user.email);
    const edit = { billingInformation: { city: 'Paris' } };
    const saved = await stack.api.send('PATCH', `${actor.path}/billingDetails`, actor.credentials).send(edit);
    expect([saved.status, saved.body]).toMatchObject([200, { billingDetails: edit }]);
    expect(await accountOf(actor.user)).toMatchObject({ ...ended, city: 'Paris' });
    expect(await subscriptionsOf(actor.user)).toEqual([]);
  });

  it('can add a card, and then starts the subscription again at its price', async () => {
    await stack.customer();
    const actor = await stack.customer();
    await stack.stripe.edit('deleteCustomer', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    const charge = { amount: 4_900, currency: 'usd' };
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'ended', chargedOnRestart: charge });
    const restart = () => stack.api.send('POST', `${actor.path}/billing/restart`, actor.credentials).send({});
    expect((await restart()).status).toBe(200);
    const checkout = await stack.api.send('GET', `${actor.path}/billing/checkout`, actor.credentials).redirects(0);
    await stack.stripe.enterCard(String(checkout.headers['location']));
    await syncCustomer(actor.user.id, stack.api.services);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'ended', chargedOnRestart: charge });
    expect((await Promise.all([restart(), restart()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'active', isTrial: false, chargedOnRestart: null });
    expect(await subscriptionsOf(actor.user)).toEqual(['active']);
  });

  it('has no trial if an API key of another account replaces it later, and support starts a subscription', async () => {
    await stack.customer();
    const actor = await stack.customer();
    await stack.stripe.edit('cancelSubscription', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    await stack.stripe.edit('forgetCustomer', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    await setUpBillingTask({ userId: actor.user.id }, stack.api.services);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'ended', chargedOnRestart: null });
    expect(await subscriptionsOf(actor.user)).toEqual([]);
  });

  it('gets its first trial if it was deleted before that', async () => {
    await stack.customer();
    const actor = await stack.customer();
    const noSubscription = { subscriptionId: null, subscriptionStatus: null, lastTrialEndsAt: null };
    await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: noSubscription });
    await stack.stripe.edit('deleteCustomer', actor.user.email);
    await stack.api.asOwner('TRUNCATE graphile_worker._private_jobs');
    await syncCustomer(actor.user.id, stack.api.services);
    const { rows } = await stack.api.services.pool.query<{ name: string }>(
      'SELECT task_identifier AS name FROM graphile_worker.jobs',
    );
    expect(rows).toContainEqual({ name: 'setUpBilling' });
    await setUpBillingTask({ userId: actor.user.id }, stack.api.services);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'trialing' });
  });
});

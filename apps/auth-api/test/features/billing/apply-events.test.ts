import { Readable } from 'node:stream';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { replayEvents } from '../../../src/features/billing/replay-events.ts';
import { applyEvents, storeEvent } from '../../../src/features/billing/stripe-events.ts';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';
import { aSnapshot, fakeBilling } from '../../support/fake-billing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.asOwner('TRUNCATE billing_accounts, stripe_events, graphile_worker._private_jobs');
});

const customerOf = ({ id }: User) => `cus_${id}`;
const makeAccount = async ({ id, email }: User, customerId: string | null) => {
  await api.db.billingAccount.create({ data: { userId: id, email, customerId } });
};

/** Users with a customer each, and the provider that has these. */
async function customers(count: number) {
  const users: User[] = [];
  for (let index = 0; index < count; index++) users.push(await makeUser(api));
  for (const user of users) await makeAccount(user, customerOf(user));
  return { users, ...providerOf(users) };
}

function providerOf(users: readonly User[]) {
  const billing = fakeBilling('');
  billing.readCustomer.mockImplementation((customerId) => {
    const { email } = users.find(({ id }) => customerId.endsWith(id)) ?? { email: 'unknown@example.com' };
    return Promise.resolve(aSnapshot({ email }));
  });
  return { billing, services: { ...api.services, billing } };
}

const makeEvent = async (id: string, customerId: string | null, appliedAt: Date | null = null) => {
  await api.db.stripeEvent.create({ data: { id, type: 'customer.updated', payload: '{}', customerId, appliedAt } });
};

/** The stored events, and whether each was applied. */
const events = async () =>
  (await api.db.stripeEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id, appliedAt }) => [id, appliedAt !== null]);

describe('an event that is stored', () => {
  const store = (id: string, customerId: string | null) =>
    storeEvent({ id, type: 'customer.updated', customerId }, `payload of ${id}`, api.db);
  const jobs = async () =>
    (
      await api.services.pool.query<{ name: string }>(
        "SELECT concat_ws(' ', task_identifier, queue_name, key) AS name FROM graphile_worker.jobs ORDER BY key",
      )
    ).rows.map(({ name }) => name);

  it('is pending until the job of its customer runs, in one of two queues', async () => {
    for (const [id, customerId] of [
      ['evt_1', 'cus_a'],
      ['evt_2', 'cus_b'],
      ['evt_3', 'cus_a'],
    ] as const) {
      expect(await store(id, customerId)).toBe(true);
    }
    expect(await jobs()).toEqual([
      'applyStripeEvents stripe-1 events-cus_a',
      'applyStripeEvents stripe-0 events-cus_b',
    ]);
    expect(await events()).toEqual([
      ['evt_1', false],
      ['evt_2', false],
      ['evt_3', false],
    ]);
  });

  it('is not stored or applied again', async () => {
    expect(await store('evt_1', 'cus_a')).toBe(true);
    await api.asOwner('TRUNCATE graphile_worker._private_jobs');
    expect(await store('evt_1', 'cus_a')).toBe(false);
    expect(await jobs()).toEqual([]);
    expect(await api.db.stripeEvent.findMany()).toMatchObject([{ id: 'evt_1', payload: 'payload of evt_1' }]);
  });

  it('that belongs to no customer needs no job', async () => {
    expect(await store('evt_1', null)).toBe(true);
    expect(await events()).toEqual([['evt_1', true]]);
    expect(await jobs()).toEqual([]);
  });
});

describe('the events of a customer', () => {
  it('are applied by its job, and those of other customers stay pending', async () => {
    const { users, services } = await customers(2);
    for (const [index, user] of users.entries()) await makeEvent(`evt_${index}`, customerOf(user));
    await applyEvents({ customerId: customerOf(users[0] as User) }, services);
    expect(await events()).toEqual([
      ['evt_0', true],
      ['evt_1', false],
    ]);
    const stored = await api.db.billingAccount.findMany({ orderBy: { userId: 'asc' } });
    expect(stored.map(({ subscriptionStatus }) => subscriptionStatus)).toEqual(['trialing', null]);
  });

  it('are deleted if no user has the customer, and those of other customers stay', async () => {
    const { users, services } = await customers(1);
    await makeEvent('evt_0', customerOf(users[0] as User));
    await makeEvent('evt_1', 'cus_unknown');
    await applyEvents({ customerId: 'cus_unknown' }, services);
    expect(await events()).toEqual([['evt_0', false]]);
  });

  it('are deleted if its user has another customer', async () => {
    const { users, billing, services } = await customers(1);
    const user = users[0] as User;
    billing.findUserId.mockResolvedValue(user.id);
    await makeEvent('evt_1', 'cus_second');
    await applyEvents({ customerId: 'cus_second' }, services);
    expect(await events()).toEqual([]);
    expect(await api.db.billingAccount.findMany()).toMatchObject([{ customerId: customerOf(user), mirroredAt: null }]);
  });
});

describe('the replay command', () => {
  it('applies all pending events if it is given none', async () => {
    const { users, services } = await customers(2);
    for (const [index, user] of users.entries()) await makeEvent(`evt_${index}`, customerOf(user));
    expect(await replayEvents([], services)).toBe('Events applied: 2.');
    expect(await events()).toEqual([
      ['evt_0', true],
      ['evt_1', true],
    ]);
    expect(await replayEvents([], services)).toBe('Events applied: 0.');
  });

  it('leaves pending the events that it was given if Stripe fails', async () => {
    const { users, billing, services } = await customers(2);
    for (const [index, user] of users.entries()) await makeEvent(`evt_${index}`, customerOf(user), new Date());
    billing.readCustomer.mockRejectedValue(apiError('BillingUnavailable'));
    await expect(replayEvents(['evt_0'], services)).rejects.toMatchObject({ type: 'BillingUnavailable' });
    expect(await events()).toEqual([
      ['evt_0', false],
      ['evt_1', true],
    ]);
  });

  it('skips events without a customer, without a request to Stripe', async () => {
    const { users, billing, services } = await customers(1);
    await makeEvent('evt_0', customerOf(users[0] as User), new Date());
    await makeEvent('evt_1', null, new Date());
    const summary = 'Events applied: 1. Skipped, without a customer: 1.';
    expect(await replayEvents(['evt_0', 'evt_1'], services)).toBe(summary);
    expect(await events()).toEqual([
      ['evt_0', true],
      ['evt_1', true],
    ]);
    expect(billing.findUserId.mock.calls).toEqual([]);
  });

  it('names all unknown events, and what to do', async () => {
    await expect(replayEvents(['evt_1', 'evt_2'], api.services)).rejects.toThrow(
      'Unknown events: evt_1, evt_2. No event was applied. To get an event that only Stripe has, resend it from Stripe, or run reconcile.',
    );
  });
});

describe('the reconcile command', () => {
  const run = async (services: Parameters<typeof reconcile>[0]) => {
    const lines: string[] = [];
    return { differing: await reconcile(services, (line) => lines.push(line)), lines };
  };

  it('links customers, sets up what is missing, and reports it in the order of the users', async () => {
    const [first, second] = [await makeUser(api), await makeUser(api)];
    for (const user of [second, first]) await makeAccount(user, null);
    const { billing, services } = providerOf([first, second]);
    const lost = `cus_lost_${first.id}`;
    const atStripe = [
      { id: 'cus_unknown', userId: null },
      { id: lost, userId: first.id },
    ];
    billing.listCustomers.mockImplementation(() => Readable.from(atStripe));
    const fields =
      'firstName, lastName, subscriptionId, subscriptionStatus, planCode, currency, priceAmount, priceInterval, priceIntervalCount, collection, trialEndBehavior';
    expect(await run(services)).toEqual({
      differing: 3,
      lines: [
        `${first.id}: linked the customer ${lost} of Stripe`,
        `${first.id}: ${fields}`,
        `${second.id}: customerId, ${fields}`,
        'Compared 2 accounts with Stripe; 3 differed.',
      ],
    });
    expect(billing.createCustomer.mock.calls).toHaveLength(1);
    expect(await run(services)).toEqual({ differing: 0, lines: ['Compared 2 accounts with Stripe; 0 differed.'] });
  });

  it('continues if an account is deleted meanwhile, and reports only real differences', async () => {
    const { users, billing, services } = await customers(2);
    await run(services);
    billing.readCustomer.mockImplementationOnce(async () => {
      const [saving, deleted] = users as [User, User];
      const saveLockedUntil = new Date(Date.now() + 60_000);
      await api.db.billingAccount.update({ where: { userId: saving.id }, data: { saveLockedUntil } });
      await api.asOwner(`DELETE FROM billing_accounts WHERE user_id = '${deleted.id}'`);
      return aSnapshot({ email: saving.email });
    });
    expect(await run(services)).toEqual({ differing: 0, lines: ['Compared 1 accounts with Stripe; 0 differed.'] });
  });
});

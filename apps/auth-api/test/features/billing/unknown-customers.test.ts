/** @takes 15 s */
import { ActiveSubscriptionResult } from '@portal/contract';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { applyStripeEvents, setUpBillingTask } from '../../../src/features/billing/billing.tasks.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { fakeBilling } from '../../support/fake-billing.ts';

// An object of one mode is not accessible in the other. Source: https://docs.stripe.com/keys#test-live-modes
// Stripe answers `resource_missing`: https://docs.stripe.com/error-codes#resource-missing

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
beforeEach(() => stack.api.asOwner('TRUNCATE billing_accounts, graphile_worker._private_jobs'));

const accountOf = ({ id }: User) => stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: id } });
const forget = ({ email }: User) => stack.stripe.edit('forgetCustomer', email);
const unavailable = { type: 'BillingUnavailable' };

const countOf = async (outcome: string) => {
  const text = await stack.api.services.metrics.read();
  return Number(new RegExp(`portal_stripe_unknown_customers_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
};

interface Job {
  readonly name: string;
  readonly payload: { readonly isLast?: boolean; readonly failingSince?: string };
  readonly maxAttempts: number;
}

const jobs = async () =>
  (
    await stack.api.services.pool.query<Job>(
      `SELECT t.identifier AS name, payload, j.max_attempts AS "maxAttempts" FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id`,
    )
  ).rows;

describe('a customer that Stripe does not know, among others that it knows', () => {
  it.each(['checkout', 'portal'])('is replaced when the user opens the %s', async (page) => {
    await stack.customer();
    const { user, path, credentials, customerId } = await stack.customer();
    await forget(user);
    const { status, headers } = await stack.api.send('GET', `${path}/billing/${page}`, credentials).redirects(0);
    expect([status, headers['location']]).toEqual([303, expect.stringContaining(stack.stripe.url)]);
    const account = await accountOf(user);
    expect(account.customerId).toMatch(/^cus_/);
    expect(account.customerId).not.toBe(customerId);
    expect(account.subscriptionStatus).toBe('trialing');
  });

  it('is replaced when the user saves billing details', async () => {
    await stack.customer();
    const { user, path, credentials, customerId } = await stack.customer();
    await forget(user);
    const response = await stack.api
      .send('PATCH', `${path}/billingDetails`, credentials)
      .send({ billingInformation: { city: 'Paris' } });
    expect(response.status).toBe(200);
    expect(await accountOf(user)).toMatchObject({ city: 'Paris', subscriptionStatus: 'trialing' });
    expect((await accountOf(user)).customerId).not.toBe(customerId);
  });

  it('is linked to the one that this account of Stripe already has for the user', async () => {
    await stack.customer();
    const { user } = await stack.customer();
    await forget(user);
    const form = { email: user.email, 'metadata[userId]': user.id };
    const { id } = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', form);
    await syncCustomer(user.id, stack.api.services);
    await setUpBillingTask({ userId: user.id }, stack.api.services);
    expect((await accountOf(user)).customerId).toBe(id);
  });

  it('is shown as being set up until the job has replaced it', async () => {
    await stack.customer();
    const { user, path, credentials } = await stack.customer();
    await forget(user);
    const before = await countOf('replaced');
    await applyStripeEvents({ customerId: (await accountOf(user)).customerId ?? '' }, stack.api.services);
    const state = async () =>
      ActiveSubscriptionResult.parse((await stack.api.send('GET', `${path}/activeSubscription`, credentials)).body)
        .activeSubscription.state;
    expect(await state()).toBe('pending');
    expect((await jobs()).map(({ name }) => name)).toContain('setUpBilling');
    await setUpBillingTask({ userId: user.id }, stack.api.services);
    expect(await state()).toBe('trialing');
    expect(await countOf('replaced')).toBe(before + 1);
  });

  it('is replaced by the reconcile command, which goes on with the others', async () => {
    const users = [];
    for (const _user of [1, 2, 3]) users.push((await stack.customer()).user);
    await forget(users[1] as User);
    const lines: string[] = [];
    await reconcile(stack.api.services, (line) => lines.push(line));
    expect(lines.join('\n')).toContain(`${users[1]?.id}: customerId`);
    expect(lines.at(-1)).toBe('Compared 3 accounts with Stripe; 1 differed.');
  });
});

describe('customers that all are unknown', () => {
  it('are kept, because the API key is most likely wrong, and are counted for an alert', async () => {
    const actors = [await stack.customer(), await stack.customer()];
    for (const { user } of actors) await forget(user);
    const before = await countOf('kept');
    for (const { user, customerId } of actors) {
      await expect(syncCustomer(user.id, stack.api.services)).rejects.toMatchObject({
        ...unavailable,
        cause: { message: 'Stripe knows neither this customer nor others. Check STRIPE_SECRET_KEY.' },
      });
      expect((await accountOf(user)).customerId).toBe(customerId);
    }
    expect(await countOf('kept')).toBe(before + 2);
  });

  it('are kept after a new sign-up, whose customer the wrong key knows, and after further ones', async () => {
    const actors = [await stack.customer(), await stack.customer()];
    for (const { user } of actors) await forget(user);
    const before = await countOf('kept');
    for (const { user, customerId } of [...actors, ...actors]) {
      await stack.customer();
      await expect(syncCustomer(user.id, stack.api.services)).rejects.toMatchObject(unavailable);
      expect((await accountOf(user)).customerId).toBe(customerId);
    }
    expect(await countOf('kept')).toBe(before + 4);
  });

  it('are kept after the wrong key linked the customer of an older account', async () => {
    const { user: waiting } = await stack.loggedInUser();
    await stack.api.db.billingAccount.create({ data: { userId: waiting.id, email: waiting.email } });
    const { user, customerId } = await stack.customer();
    await forget(user);
    await setUpBillingTask({ userId: waiting.id }, stack.api.services);
    await expect(syncCustomer(user.id, stack.api.services)).rejects.toMatchObject(unavailable);
    expect((await accountOf(user)).customerId).toBe(customerId);
  });

  it('are named by the reconcile command, each of them', async () => {
    const users = [];
    for (const _user of [1, 2]) users.push((await stack.customer()).user);
    for (const user of users) await forget(user);
    const lines: string[] = [];
    await expect(reconcile(stack.api.services, (line) => lines.push(line))).rejects.toThrow(
      'Accounts that could not be compared: 2. They are named above.',
    );
    for (const { id } of users) {
      expect(lines).toContain(`${id}: Stripe knows neither this customer nor others. Check STRIPE_SECRET_KEY.`);
    }
  });

  it('are replaced by the reconcile command if the operator says so, for example after going live', async () => {
    const actors = [await stack.customer(), await stack.customer()];
    for (const { user } of actors) await forget(user);
    expect(await reconcile(stack.api.services, () => undefined, true)).toBe(2);
    for (const { user, customerId } of actors) {
      const account = await accountOf(user);
      expect(account).toMatchObject({
        customerId: expect.stringMatching(/^cus_/) as string,
        subscriptionStatus: 'trialing',
      });
      expect(account.customerId).not.toBe(customerId);
    }
  });

  it('fail the job with its usual growing pauses, instead of one attempt every 20 seconds', async () => {
    const actors = [await stack.customer(), await stack.customer()];
    for (const { user } of actors) await forget(user);
    await stack.api.asOwner('TRUNCATE graphile_worker._private_jobs');
    const apply = applyStripeEvents({ customerId: actors[0]?.customerId ?? '' }, stack.api.services);
    await expect(apply).rejects.toMatchObject(unavailable);
    expect(await jobs()).toEqual([]);
  });
});

describe('a job during an outage of Stripe', () => {
  const dayMs = 86_400_000;
  const run = async (payload: object) => {
    const { user } = await stack.loggedInUser();
    await stack.api.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    const billing = fakeBilling(user.email);
    billing.findCustomers.mockRejectedValue(apiError('BillingUnavailable'));
    await setUpBillingTask({ userId: user.id, ...payload }, { ...stack.api.services, billing });
  };

  it('is tried again for four days from its first failure', async () => {
    await run({});
    const [first] = await jobs();
    expect(first).toMatchObject({ payload: { attempts: 1, isLast: false }, maxAttempts: 25 });
    expect(Math.abs(Date.parse(first?.payload.failingSince ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('is tried once more after four days, and then fails for good', async () => {
    const failingSince = new Date(Date.now() - 4 * dayMs).toISOString();
    await run({ attempts: 17_000, failingSince });
    expect(await jobs()).toMatchObject([{ payload: { isLast: true, failingSince }, maxAttempts: 1 }]);
    await expect(run({ failingSince, isLast: true })).rejects.toMatchObject(unavailable);
  });
});

/** @takes 15 s */
import { jest } from '@jest/globals';
import { ActiveSubscriptionResult, dayMs } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { ApiError, apiError } from '../../../src/platform/errors/api-error.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { applyStripeEvents, setUpBillingTask } from '../../../src/features/billing/billing.tasks.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
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
const misconfigured = { type: 'BillingMisconfigured' };

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

  it.each([
    ['unknown', 'forgetCustomer', 'gb_vat'],
    ['deleted by staff', 'deleteCustomer', 'gb_vat'],
    ['unknown, with a tax number that Stripe refuses', 'forgetCustomer', null],
  ])('that is %s is replaced with the details that the database has', async (_why, edit, type) => {
    await stack.customer();
    const { user, path, credentials, customerId } = await stack.customer();
    const details = {
      companyInformation: {
        legalName: 'Acme Ltd',
        legalNumber: '01234567',
        phoneNumber: '+442079460000',
        taxIdentificationNumber: type === null ? 'not a number' : 'GB123456789',
      },
      billingInformation: {
        ...{ addressLine1: '1 High Street', addressLine2: 'Floor 2' },
        ...{ zipCode: 'N1 1AA', city: 'London', country: 'GB' },
      },
    };
    await stack.api.send('PATCH', `${path}/billingDetails`, credentials).send(details);
    const read = () => stack.api.send('GET', `${path}/billingDetails`, credentials);
    await stack.stripe.edit(edit, user.email);
    const { status } = await stack.api.send('GET', `${path}/billing/portal`, credentials).redirects(0);
    expect(status).toBe(303);
    expect((await read()).body).toMatchObject({ billingDetails: details });
    const next = (await accountOf(user)).customerId ?? '';
    expect(next).not.toBe(customerId);
    expect(await stack.stripe.request('GET', `/v1/customers/${next}?expand[]=tax_ids`)).toMatchObject({
      name: 'Acme Ltd',
      phone: '+442079460000',
      address: { line1: '1 High Street', line2: 'Floor 2', postal_code: 'N1 1AA', city: 'London', country: 'GB' },
      tax_ids: { data: type === null ? [] : [{ type, value: 'GB123456789' }] },
    });
  });

  it('gets exactly the rest of its trial and no second one', async () => {
    await stack.customer();
    const { user, path, credentials } = await stack.customer();
    const trialEnd = async () => (await accountOf(user)).trialEndsAt?.getTime() ?? 0;
    expect(((await trialEnd()) - Date.now()) / dayMs).toBeGreaterThan(29);
    const lastTrialEndsAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3.5 * dayMs);
    await stack.api.db.billingAccount.update({ where: { userId: user.id }, data: { lastTrialEndsAt } });
    await forget(user);
    await stack.api.send('GET', `${path}/billing/portal`, credentials).redirects(0);
    expect(await trialEnd()).toBe(lastTrialEndsAt.getTime());
  });

  it('that is forgotten after its trial gets at least a day to add a card, and then is paused', async () => {
    await stack.customer();
    const { user, path, credentials } = await stack.customer();
    await stack.stripe.moveClock(40);
    await syncCustomer(user.id, stack.api.services);
    await forget(user);
    await stack.api.send('GET', `${path}/billing/portal`, credentials).redirects(0);
    const { customerId, subscriptionStatus, trialEndsAt } = await accountOf(user);
    const { created } = await stack.stripe.request<{ created: number }>('GET', `/v1/customers/${customerId}`);
    expect([subscriptionStatus, trialEndsAt?.getTime()]).toEqual(['trialing', (created + 2 * 86_400) * 1_000]);
    await stack.stripe.moveClock(3);
    expect(await syncCustomer(user.id, stack.api.services)).toMatchObject({ subscriptionStatus: 'paused' });
  });

  it('that was deleted is still named by Stripe, and one of another account is not', async () => {
    const { user, customerId } = await stack.customer();
    await stack.stripe.edit('deleteCustomer', user.email);
    // Source: https://docs.stripe.com/api/customers/retrieve (a deleted customer has the property `deleted`)
    const deleted = { id: customerId, object: 'customer', deleted: true };
    expect(await stack.stripe.request('GET', `/v1/customers/${customerId}`)).toEqual(deleted);
    const { user: other, customerId: otherId } = await stack.customer();
    await forget(other);
    expect(await stack.stripe.request('GET', `/v1/customers/${otherId}`)).toMatchObject({
      error: { type: 'invalid_request_error', code: 'resource_missing' },
    });
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
        ...misconfigured,
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
      await expect(syncCustomer(user.id, stack.api.services)).rejects.toMatchObject(misconfigured);
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
    await expect(syncCustomer(user.id, stack.api.services)).rejects.toMatchObject(misconfigured);
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
      // A trial of test data does not count.
      expect((account.trialEndsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * dayMs);
    }
  });

  it('fail the job with its usual growing pauses, instead of one attempt every 20 seconds', async () => {
    const actors = [await stack.customer(), await stack.customer()];
    for (const { user } of actors) await forget(user);
    await stack.api.asOwner('TRUNCATE graphile_worker._private_jobs');
    const apply = applyStripeEvents({ customerId: actors[0]?.customerId ?? '' }, stack.api.services);
    await expect(apply).rejects.toMatchObject(misconfigured);
    expect(await jobs()).toEqual([]);
  });
});

describe.each([
  ['key_rejected', 'Stripe responded with 401: it rejected the API key. Check STRIPE_SECRET_KEY.'],
  [
    'permission_missing',
    'Stripe responded with 403: the API key lacks the permission rak_customer_write. Check STRIPE_SECRET_KEY, and the permissions of a restricted key.',
  ],
])('while Stripe refuses the key: %s', (scenario, reason) => {
  beforeAll(() => stack.stripe.play(scenario));
  afterAll(() => stack.stripe.play('normal'));

  it('the user reads that the problem is ours, and the log has the reason as an error', async () => {
    const { path, credentials } = await stack.loggedInUser();
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    const { services } = stack.api;
    const page = await request(createApp({ ...services, log }))
      .get(`${path}/billing/portal`)
      .set({ Cookie: credentials.cookie ?? '', Referer: `${services.settings.PORTAL_URL}/` });
    const errors = lines
      .map((line) => JSON.parse(line) as object)
      .filter((line) => JSON.stringify(line).includes(reason));
    expect(errors).toMatchObject([{ severity_text: 'ERROR', body: `request failed. ${reason}` }]);
    expect(page.status).toBe(503);
    expect(page.text).toContain('Billing is not available because of a problem on our side.');
    expect(page.text).not.toContain('can’t be reached');
  });

  it('the job fails with its usual growing pauses, and the log has the reason as an error', async () => {
    const logged = jest.spyOn(stack.api.services.log, 'error').mockReturnValue();
    const { user } = await stack.loggedInUser();
    await stack.api.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    const job = setUpBillingTask({ userId: user.id }, stack.api.services);
    await expect(job).rejects.toMatchObject(misconfigured);
    expect(logged.mock.calls).toEqual([[{ err: expect.any(ApiError) as ApiError }, `job failed. ${reason}`]]);
    logged.mockRestore();
    expect(await jobs()).toEqual([]);
  });
});

describe('a job during an outage of Stripe', () => {
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

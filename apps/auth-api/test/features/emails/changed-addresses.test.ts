import { setUpJobOptions } from '../../../src/features/billing/billing-jobs.ts';
import { setUpBilling } from '../../../src/features/billing/customer.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';

let provider: FakeIdentityProvider;
let stack: BillingStack;

beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  stack = await startBillingStack({ runJobs: false, environment: { AUTH0_URL: provider.url } });
});
afterAll(async () => {
  await stack.close();
  await provider.close();
});

const emailsOf = (userId: string) =>
  stack.api.db.accountEmail.findMany({ where: { userId }, select: { kind: true, recipient: true } });

describe('another email address of the account', () => {
  it('that a profile refresh finds causes one email, to the former address', async () => {
    const user = await makeUser(stack.api, { email: 'former@example.com' });
    const credentials = await logIn(stack.api, user);
    const refresh = () => stack.api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials);
    const responses = await Promise.all([refresh(), refresh(), refresh()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await emailsOf(user.id)).toEqual([{ kind: 'emailChanged', recipient: 'former@example.com' }]);
  });
});

describe('a billing email that was changed at Stripe', () => {
  it('causes one email, to the address of the account, however many processes notice it', async () => {
    const { user, customerId } = await stack.customer();
    const change = (email: string) => stack.stripe.request('POST', `/v1/customers/${customerId}`, { email });
    const sync = () => Promise.all([1, 2, 3].map(() => syncCustomer(user.id, stack.api.services)));
    await change('invoices@example.com');
    await sync();
    await sync();
    expect(await emailsOf(user.id)).toEqual([{ kind: 'billingEmailChanged', recipient: user.email }]);
    await change(user.email);
    await sync();
    expect(await emailsOf(user.id)).toHaveLength(1);
  });

  it('to the new address of the account causes no email', async () => {
    const { user, customerId } = await stack.customer();
    await stack.api.db.user.update({ where: { id: user.id }, data: { email: 'moved@example.com' } });
    await stack.stripe.request('POST', `/v1/customers/${customerId}`, { email: 'moved@example.com' });
    await syncCustomer(user.id, stack.api.services);
    expect(await emailsOf(user.id)).toEqual([]);
  });
});

describe('the billing email', () => {
  it('follows the address of the account once it is verified', async () => {
    const { user, customerId } = await stack.customer();
    const { db, services } = stack.api;
    const emailAtStripe = async () =>
      (await stack.stripe.request<{ email: string }>('GET', `/v1/customers/${customerId}`)).email;
    const email = 'mistyped@example.com';
    await db.user.update({ where: { id: user.id }, data: { email, emailVerified: false } });
    await setUpBilling(user.id, services);
    expect(await emailAtStripe()).toBe(user.email);
    await db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await setUpBilling(user.id, services);
    expect(await emailAtStripe()).toBe(email);
  });

  it('is not updated by a profile refresh that finds an unverified address', async () => {
    const { user, credentials, path } = await stack.loggedInUser();
    const { db, services } = stack.api;
    await db.billingAccount.create({ data: { userId: user.id, email: 'former@example.com' } });
    const refresh = () => stack.api.send('POST', `${path}/refresh-auth0-profile`, credentials);
    const countJobs = async () =>
      (await services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE key = $1', [setUpJobOptions(user.id).key]))
        .rowCount;
    await refresh();
    expect(await countJobs()).toBe(0);
    provider.verified.add(user.auth0Id ?? '');
    await refresh();
    expect(await countJobs()).toBe(1);
  });
});

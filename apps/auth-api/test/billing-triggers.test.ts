import { startBillingStack, type BillingStack } from './support/billing-stack.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { until } from './support/until.ts';

let provider: FakeIdentityProvider;
let stack: BillingStack;
beforeAll(async () => {
  provider = await fakeIdentityProvider();
  stack = await startBillingStack({ environment: { AUTH0_URL: provider.url } });
});
afterAll(async () => {
  await stack.close();
  await provider.close();
});

const accountOf = (userId: string) => stack.api.db.billingAccount.findUnique({ where: { userId } });

describe('what sets billing up without being asked', () => {
  it('[4.email-verification.1] is that a password user’s address became verified', async () => {
    const { user, proof, path } = await stack.person({ emailVerified: false });
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, proof).send({});
    expect(await accountOf(user.id)).toBeNull();
    provider.verified.add(user.auth0Id ?? '');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, proof).send({});
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await until(state, (now) => now === 'trialing')).toBe('trialing');
  });

  it('is not a person who has yet to accept the terms', async () => {
    const { user, proof, path } = await stack.person({ emailVerified: false, tosVersionId: null });
    provider.verified.add(user.auth0Id ?? '');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, proof).send({});
    expect(await accountOf(user.id)).toBeNull();
  });

  it('is that the terms are accepted by somebody who has a profile', async () => {
    const { user, proof } = await stack.person({ tosVersionId: null, reviewedProfileAt: new Date() });
    const body = { tosVersionId: stack.api.services.legal.currentVersionId };
    await stack.api.send('POST', '/tos-agreement', proof).send(body);
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await until(state, (now) => now === 'trialing')).toBe('trialing');
  });

  it('is the first review of the profile', async () => {
    const { user, proof, path } = await stack.person();
    await stack.api.send('POST', `${path}/complete-profile`, proof).send({});
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await until(state, (now) => now === 'trialing')).toBe('trialing');
  });
});

describe('the address of a customer', () => {
  it('follows that of the person', async () => {
    const { user, proof, path, customerId } = await stack.customer();
    provider.verified.add(user.auth0Id ?? '');
    // As if Stripe had an older one: the provider names the one that the person has.
    await stack.stripe.ask('POST', `/v1/customers/${customerId}`, { email: 'old@example.com' });
    const mirrored = async () => (await accountOf(user.id))?.email;
    expect(await until(mirrored, (email) => email === 'old@example.com')).toBe('old@example.com');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, proof).send({});
    expect(await until(mirrored, (email) => email === user.email)).toBe(user.email);
    const customer = await stack.stripe.ask<{ email: string }>('GET', `/v1/customers/${customerId}`);
    expect(customer.email).toBe(user.email);
  });
});

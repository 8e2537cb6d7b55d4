import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { pollUntil } from '../../support/polling.ts';

let provider: FakeIdentityProvider;
let stack: BillingStack;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  stack = await startBillingStack({ environment: { AUTH0_URL: provider.url } });
});
afterAll(async () => {
  await stack.close();
  await provider.close();
});

const accountOf = (userId: string) => stack.api.db.billingAccount.findUnique({ where: { userId } });

describe('billing is set up automatically', () => {
  it('[4.email-verification.1] when the email address of a password user is verified', async () => {
    const { user, credentials, path } = await stack.loggedInUser({ emailVerified: false });
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, credentials).send({});
    expect(await accountOf(user.id)).toBeNull();
    provider.verified.add(user.auth0Id ?? '');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, credentials).send({});
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await pollUntil(state, (now) => now === 'trialing')).toBe('trialing');
  });

  it('but not for a user who has yet to accept the terms', async () => {
    const { user, credentials, path } = await stack.loggedInUser({ emailVerified: false, tosVersionId: null });
    provider.verified.add(user.auth0Id ?? '');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, credentials).send({});
    expect(await accountOf(user.id)).toBeNull();
  });

  it('when a user with a completed profile accepts the terms', async () => {
    const { user, credentials } = await stack.loggedInUser({ tosVersionId: null, reviewedProfileAt: new Date() });
    const body = { tosVersionId: stack.api.services.legal.currentVersionId };
    await stack.api.send('POST', '/tos-agreement', credentials).send(body);
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await pollUntil(state, (now) => now === 'trialing')).toBe('trialing');
  });

  it('when the profile is completed', async () => {
    const { user, credentials, path } = await stack.loggedInUser();
    await stack.api.send('POST', `${path}/complete-profile`, credentials).send({});
    const state = async () => (await accountOf(user.id))?.subscriptionStatus;
    expect(await pollUntil(state, (now) => now === 'trialing')).toBe('trialing');
  });
});

describe('the email of a customer', () => {
  it('follows that of the user', async () => {
    const { user, credentials, path, customerId } = await stack.customer();
    provider.verified.add(user.auth0Id ?? '');
    // Gives Stripe an outdated address; the identity provider returns the current one.
    await stack.stripe.request('POST', `/v1/customers/${customerId}`, { email: 'old@example.com' });
    const mirrored = async () => (await accountOf(user.id))?.email;
    expect(await pollUntil(mirrored, (email) => email === 'old@example.com')).toBe('old@example.com');
    await stack.api.send('POST', `${path}/refresh-auth0-profile`, credentials).send({});
    expect(await pollUntil(mirrored, (email) => email === user.email)).toBe(user.email);
    const customer = await stack.stripe.request<{ email: string }>('GET', `/v1/customers/${customerId}`);
    expect(customer.email).toBe(user.email);
  });
});

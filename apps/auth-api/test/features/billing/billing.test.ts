/** @takes 30 s */
import { EventEmitter, once } from 'node:events';
import { ActiveSubscription, BillingDetails, tierLabel } from '@portal/contract';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { pollUntil } from '../../support/polling.ts';

type BillingActor = Awaited<ReturnType<BillingStack['loggedInUser']>>;
interface List {
  data: { id: string; metadata: Record<string, string> }[];
}

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack();
});
afterAll(() => stack.close());

const get = ({ path, credentials }: BillingActor, call: string) =>
  stack.api.send('GET', `${path}/${call}`, credentials).redirects(0);
const detailsOf = async (actor: BillingActor) => {
  const { body } = (await get(actor, 'billingDetails')) as { body: { billingDetails: unknown } };
  return BillingDetails.parse(body.billingDetails);
};
const subscriptionOf = async (actor: BillingActor) => {
  const { body } = (await get(actor, 'activeSubscription')) as { body: { activeSubscription: unknown } };
  return ActiveSubscription.parse(body.activeSubscription);
};
const labelOf = async (actor: BillingActor) => tierLabel(await subscriptionOf(actor));
const save = ({ path, credentials }: BillingActor, body: object) =>
  stack.api.send('PATCH', `${path}/billingDetails`, credentials).send(body);
const createIntegration = ({ path, credentials }: BillingActor) =>
  stack.api.send('POST', `${path}/create-billing-integration`, credentials).send({});

/** Opens the checkout, enters a card on Stripe’s page, and returns. */
async function enterCard(actor: BillingActor, number?: string): Promise<string> {
  const checkout = await get(actor, 'billing/checkout');
  const back = await stack.stripe.enterCard(checkout.headers['location'] ?? '', number);
  if (back === null) return 'refused';
  const { pathname, search } = new URL(back);
  return (await stack.api.send('GET', pathname + search, actor.credentials).redirects(0)).headers['location'] ?? '';
}

describe('[7.users.16] createBillingIntegration', () => {
  it('creates one customer and one subscription for concurrent requests', async () => {
    const actor = await stack.loggedInUser();
    const responses = await Promise.all([createIntegration(actor), createIntegration(actor), createIntegration(actor)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await createIntegration(actor);
    const customers = await stack.stripe.request<List>('GET', `/v1/customers?email=${actor.user.email}`);
    expect(customers.data.map(({ metadata }) => metadata['userId'])).toEqual([actor.user.id]);
    const subscriptions = await stack.stripe.request<List>(
      'GET',
      `/v1/subscriptions?customer=${customers.data[0]?.id ?? ''}`,
    );
    expect(subscriptions.data).toHaveLength(1);
  });

  it('finds the customer that was created when the response was lost', async () => {
    const actor = await stack.loggedInUser();
    await stack.stripe.request('POST', '/v1/customers', {
      email: actor.user.email,
      'metadata[userId]': actor.user.id,
    });
    await createIntegration(actor);
    expect((await stack.stripe.request<List>('GET', `/v1/customers?email=${actor.user.email}`)).data).toHaveLength(1);
  });

  it('creates another customer after the first was deleted at Stripe, whose subscription stays ended', async () => {
    const actor = await stack.customer();
    await stack.stripe.request('DELETE', `/v1/customers/${actor.customerId}`);
    expect(
      await pollUntil(
        () => subscriptionOf(actor),
        ({ state }) => state === 'ended',
      ),
    ).toMatchObject({ state: 'ended' });
    expect((await createIntegration(actor)).status).toBe(200);
    const { customerId } = await stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: actor.user.id } });
    expect([null, actor.customerId]).not.toContain(customerId);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'ended', isTrial: false });
  });

  it('happens automatically once a verified password user completes the profile', async () => {
    const actor = await stack.loggedInUser();
    await stack.api.send('POST', `${actor.path}/complete-profile`, actor.credentials).send({});
    const state = async () => (await subscriptionOf(actor)).state;
    expect(await state()).toBe('pending');
    expect(await pollUntil(state, (now) => now === 'trialing')).toBe('trialing');
  });
});

describe('[3.2] billing details', () => {
  // @covers 7.users.2
  it('default to the names and email of the user', async () => {
    const details = await detailsOf(await stack.loggedInUser());
    expect(details).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', billingInformation: { country: null } });
  });

  // @covers 3.2
  it('[7.users.3] are stored at Stripe in every field, and read back', async () => {
    const actor = await stack.customer();
    const companyInformation = {
      legalName: "O'Brien & Søn (UK) #1",
      legalNumber: 'HRB 123',
      taxIdentificationNumber: 'DE123456789',
      phoneNumber: '+49 (30) 123-456',
    };
    const billingInformation = {
      addressLine1: '1: Straße',
      addressLine2: '李',
      zipCode: '10115',
      city: 'Berlin',
      state: 'Berlin',
      country: 'de',
    };
    const update = { firstName: '李', lastName: 'O’Brien', companyInformation, billingInformation };
    expect((await save(actor, update)).status).toBe(200);
    const details = await detailsOf(actor);
    expect(details).toMatchObject({
      firstName: '李',
      lastName: 'O’Brien',
      email: actor.user.email,
      companyInformation: { ...companyInformation, phoneNumber: '+4930123456' },
      billingInformation: { ...billingInformation, country: 'DE' },
    });
    expect(await stack.stripe.request('GET', `/v1/customers/${actor.customerId}`)).toMatchObject({
      name: "O'Brien & Søn (UK) #1",
      phone: '+4930123456',
      address: { line1: '1: Straße', postal_code: '10115', country: 'DE' },
    });
  });

  it('change only in the given fields, and an empty text deletes a value', async () => {
    const actor = await stack.customer();
    await save(actor, {
      companyInformation: { legalName: 'Acme', legalNumber: '1' },
      billingInformation: { city: 'Paris' },
    });
    await save(actor, { companyInformation: { legalNumber: '' }, email: 'other@example.com' });
    expect(await detailsOf(actor)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: actor.user.email,
      companyInformation: { legalName: 'Acme', legalNumber: null },
      billingInformation: { city: 'Paris' },
    });
    const { name } = await stack.stripe.request<{ name: string }>('GET', `/v1/customers/${actor.customerId}`);
    expect(name).toBe('Acme');
  });

  it('are saved with a tax number that Stripe rejects, which is only stored', async () => {
    const actor = await stack.customer();
    const response = await save(actor, {
      companyInformation: { legalName: 'Acme', taxIdentificationNumber: 'nonsense' },
      billingInformation: { country: 'US' },
    });
    expect(response.status).toBe(200);
    expect((await detailsOf(actor)).companyInformation).toMatchObject({
      legalName: 'Acme',
      taxIdentificationNumber: 'nonsense',
      taxNumberState: 'unsupported',
    });
    await save(actor, { companyInformation: { taxIdentificationNumber: '123456789' } });
    expect((await detailsOf(actor)).companyInformation).toMatchObject({
      taxIdentificationNumber: '12-3456789',
      taxNumberState: 'unchecked',
    });
  });

  it('show whether the tax number was verified, and follow the country', async () => {
    const actor = await stack.customer();
    const stateOf = async () => (await detailsOf(actor)).companyInformation.taxNumberState;
    const withNumber = (taxIdentificationNumber: string, country: string) =>
      save(actor, { companyInformation: { taxIdentificationNumber }, billingInformation: { country } });
    await withNumber('FR12345678901', 'FR');
    expect(await pollUntil(stateOf, (state) => state === 'verified')).toBe('verified');
    await withNumber('DE111111111', 'DE');
    expect(await pollUntil(stateOf, (state) => state === 'unverified')).toBe('unverified');
    await withNumber('12-3456789', 'US');
    expect(await stateOf()).toBe('unchecked');
    await withNumber('AQ 1', 'AQ');
    expect(await stateOf()).toBe('unsupported');
    const stored = await stack.stripe.request<List>('GET', `/v1/customers/${actor.customerId}/tax_ids`);
    expect(stored.data).toEqual([]);
    await save(actor, { companyInformation: { taxIdentificationNumber: null } });
    expect((await detailsOf(actor)).companyInformation).toMatchObject({
      taxIdentificationNumber: null,
      taxNumberState: null,
    });
  });

  it.each([
    ['de 123.456.789', 'DE', 'DE123456789'],
    ['EL 123 456 789', 'GR', 'EL123456789'],
    ['GB 123 4567 89', 'GB', 'GB123456789'],
    ['CHE-123.456.789 MWST', 'CH', 'CHE-123.456.789 MWST'],
  ])('store the tax number %s of %s in Stripe’s format', async (written, country, stored) => {
    const actor = await stack.customer();
    const response = await save(actor, {
      companyInformation: { taxIdentificationNumber: written },
      billingInformation: { country },
    });
    expect(response.status).toBe(200);
    expect((await detailsOf(actor)).companyInformation.taxIdentificationNumber).toBe(stored);
  });

  it.each([
    ['firstName', { firstName: ' ' }],
    ['billingInformation.addressLine1', { billingInformation: { addressLine1: '' } }],
    ['billingInformation.country', { billingInformation: { country: 'XX' } }],
    ['companyInformation.phoneNumber', { companyInformation: { phoneNumber: 'call me' } }],
    ['companyInformation.phoneNumber', { companyInformation: { phoneNumber: '123' } }],
    ['companyInformation.legalName', { companyInformation: { legalName: 'Ac\u202Eme' } }],
  ])('[5.billing.1] reject an invalid %s', async (field, body) => {
    const response = await save(await stack.loggedInUser(), body);
    expect(response.status).toBe(400);
    expect(response.text).toContain(`"body.${field}"`);
  });
});

// @covers 7.users.4
describe('[3.3] the subscription', () => {
  it('is none before billing is set up', async () => {
    expect(await subscriptionOf(await stack.loggedInUser())).toEqual({
      planCode: null,
      isTrial: false,
      exceededFreeTier: false,
      endingAt: null,
      state: 'none',
      collection: 'automatic',
      collectionResumesAt: null,
      trialEndBehavior: 'pause',
      chargedOnResume: null,
      chargedOnRestart: null,
    });
  });

  // @covers 9.7
  it('[4.subscription-tier.2] starts with a trial of 30 days', async () => {
    const subscription = await subscriptionOf(await stack.customer());
    expect(subscription).toMatchObject({
      planCode: 'monthly',
      isTrial: true,
      exceededFreeTier: false,
      state: 'trialing',
    });
    const days = (new Date(subscription.endingAt ?? '').getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(31);
  });

  // @covers 3.4 7.users.5
  it('changes from the trial, with a card, to a paid month', async () => {
    const actor = await stack.customer();
    expect((await get(actor, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: false });
    expect(await enterCard(actor)).toBe('http://localhost:9000/billing?payment=saved');
    expect((await get(actor, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: true });
    await stack.stripe.moveClock(31);
    expect(
      await pollUntil(
        () => labelOf(actor),
        (label) => label === 'MONTHLY SUBSCRIPTION',
      ),
    ).toBe('MONTHLY SUBSCRIPTION');
    expect((await subscriptionOf(actor)).state).toBe('active');
  });

  it('is paused when the trial ends without a card, and resumes once there is one', async () => {
    const actor = await stack.customer();
    await stack.stripe.moveClock(31);
    expect(
      await pollUntil(
        () => subscriptionOf(actor),
        ({ state }) => state === 'paused',
      ),
    ).toMatchObject({ state: 'paused' });
    expect(await labelOf(actor)).toBe('FREE SUBSCRIPTION');
    expect(await enterCard(actor)).toBe('http://localhost:9000/billing?payment=saved');
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'active', exceededFreeTier: true });
  });

  it('never starts a second trial, even after the first subscription has ended', async () => {
    const actor = await stack.customer();
    const { billing } = stack.api.services;
    const subscriptions = async () =>
      (await stack.stripe.request<List>('GET', `/v1/subscriptions?customer=${actor.customerId}&status=all`)).data;
    await billing.startTrial(actor.customerId, 'a second click', null);
    const [first, ...more] = await subscriptions();
    expect(more).toEqual([]);
    await stack.stripe.request('DELETE', `/v1/subscriptions/${first?.id}`);
    await billing.startTrial(actor.customerId, 'a third click', null);
    expect((await subscriptions()).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('is not reverted by an earlier read of Stripe that finishes later', async () => {
    const actor = await stack.customer();
    const { services } = stack.api;
    const { billing } = services;
    const gate = new EventEmitter();
    const delayedBilling = {
      ...billing,
      async readCustomer(customerId: string) {
        const read = await billing.readCustomer(customerId);
        const resumed = once(gate, 'resume');
        gate.emit('read');
        await resumed;
        return read;
      },
    };
    const hasRead = once(gate, 'read');
    const earlierSync = syncCustomer(actor.user.id, { ...services, billing: delayedBilling });
    await hasRead;
    await stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, { phone: '+49 30 123456' });
    expect((await syncCustomer(actor.user.id, services)).phoneNumber).toBe('+49 30 123456');
    gate.emit('resume');
    expect((await earlierSync).phoneNumber).toBe('+49 30 123456');
    expect((await detailsOf(actor)).companyInformation.phoneNumber).toBe('+49 30 123456');
  });

  it('shows a failed payment', async () => {
    const actor = await stack.customer();
    await enterCard(actor, '4000000000000341');
    await stack.stripe.moveClock(31);
    expect(
      await pollUntil(
        () => subscriptionOf(actor),
        ({ state }) => state === 'pastDue',
      ),
    ).toMatchObject({ state: 'pastDue', isTrial: false });
  });

  it('ignores a declined card', async () => {
    const actor = await stack.customer();
    expect(await enterCard(actor, '4000000000000002')).toBe('refused');
    expect((await get(actor, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: false });
  });
});

describe('the links to Stripe', () => {
  it('[2.billing-page.4] are part of the details and lead to checkout and customer portal', async () => {
    const actor = await stack.customer();
    const { customerCheckoutUrl, customerPortalUrl } = await detailsOf(actor);
    expect(new URL(customerCheckoutUrl).pathname).toBe(`${actor.path}/billing/checkout`);
    expect(new URL(customerPortalUrl).pathname).toBe(`${actor.path}/billing/portal`);
    const portal = (await get(actor, 'billing/portal')).headers['location'] ?? '';
    expect(portal).toContain(`${stack.stripe.url}/portal/`);
    expect(await (await fetch(portal)).text()).toContain('Invoices');
  });

  it('return a suspended user to the suspension notice', async () => {
    const actor = await stack.customer();
    await stack.api.db.user.update({ where: { id: actor.user.id }, data: { suspendedAt: new Date() } });
    expect(await enterCard(actor)).toBe('http://localhost:9000/suspension-notice?payment=saved');
  });

  it('report a pending payment if there was no checkout', async () => {
    const actor = await stack.customer();
    const back = await get(actor, 'billing/checkout-return?session_id=cs_test_1');
    expect(back.headers['location']).toBe('http://localhost:9000/billing?payment=pending');
  });
});

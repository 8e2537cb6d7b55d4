/** @takes 30 s */
import { EventEmitter, once } from 'node:events';
import { ActiveSubscription, BillingDetails, tierLabel } from '@portal/contract';
import type { Response } from 'supertest';
import { syncCustomer } from '../src/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from './support/billing-stack.ts';
import { until } from './support/until.ts';

type Person = Awaited<ReturnType<BillingStack['person']>>;
interface List {
  data: { id: string; metadata: Record<string, string> }[];
}

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack();
});
afterAll(() => stack.close());

const get = ({ path, proof }: Person, call: string) => stack.api.send('GET', `${path}/${call}`, proof).redirects(0);
const detailsOf = async (person: Person) => {
  const { body } = (await get(person, 'billingDetails')) as { body: { billingDetails: unknown } };
  return BillingDetails.parse(body.billingDetails);
};
const subscriptionOf = async (person: Person) => {
  const { body } = (await get(person, 'activeSubscription')) as { body: { activeSubscription: unknown } };
  return ActiveSubscription.parse(body.activeSubscription);
};
const labelOf = async (person: Person) => tierLabel(await subscriptionOf(person));
const save = ({ path, proof }: Person, body: object) =>
  stack.api.send('PATCH', `${path}/billingDetails`, proof).send(body);
const integrate = ({ path, proof }: Person) =>
  stack.api.send('POST', `${path}/create-billing-integration`, proof).send({});
const typeOf = ({ body }: Response) => (body as { error: { type: string } }).error.type;

/** Presses the button, enters a card on Stripe’s page, and comes back. */
async function enterCard(person: Person, number?: string): Promise<string> {
  const checkout = await get(person, 'billing/checkout');
  const back = await stack.stripe.enterCard(checkout.headers['location'] ?? '', number);
  if (back === null) return 'refused';
  const { pathname, search } = new URL(back);
  return (await stack.api.send('GET', pathname + search, person.proof).redirects(0)).headers['location'] ?? '';
}

describe('[7.users.16] createBillingIntegration', () => {
  it('makes one customer and one subscription, however many clicks race', async () => {
    const person = await stack.person();
    const answers = await Promise.all([integrate(person), integrate(person), integrate(person)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await integrate(person);
    const customers = await stack.stripe.ask<List>('GET', `/v1/customers?email=${person.user.email}`);
    expect(customers.data.map(({ metadata }) => metadata['userId'])).toEqual([person.user.id]);
    const subscriptions = await stack.stripe.ask<List>(
      'GET',
      `/v1/subscriptions?customer=${customers.data[0]?.id ?? ''}`,
    );
    expect(subscriptions.data).toHaveLength(1);
  });

  it('finds the customer that was made when the answer never came', async () => {
    const person = await stack.person();
    await stack.stripe.ask('POST', '/v1/customers', { email: person.user.email, 'metadata[userId]': person.user.id });
    await integrate(person);
    expect((await stack.stripe.ask<List>('GET', `/v1/customers?email=${person.user.email}`)).data).toHaveLength(1);
  });

  it('makes another customer once the first was deleted at Stripe', async () => {
    const person = await stack.customer();
    await stack.stripe.ask('DELETE', `/v1/customers/${person.customerId}`);
    expect(
      await until(
        () => subscriptionOf(person),
        ({ state }) => state === 'ended',
      ),
    ).toMatchObject({ state: 'ended' });
    expect((await integrate(person)).status).toBe(200);
    expect(await labelOf(person)).toBe('30-DAY FREE TRIAL');
  });

  it('is done by itself once a password user is verified and has reviewed the profile', async () => {
    const person = await stack.person();
    await stack.api.send('POST', `${person.path}/complete-profile`, person.proof).send({});
    const state = async () => (await subscriptionOf(person)).state;
    expect(await state()).toBe('pending');
    expect(await until(state, (now) => now === 'trialing')).toBe('trialing');
  });
});

describe('[3.2] billing details', () => {
  // @covers 7.users.2
  it('are those of the person before there are others', async () => {
    const details = await detailsOf(await stack.person());
    expect(details).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', billingInformation: { country: null } });
  });

  // @covers 3.2
  it('[7.users.3] are kept at Stripe, in every field, and read back', async () => {
    const person = await stack.customer();
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
    const wish = { firstName: '李', lastName: 'O’Brien', companyInformation, billingInformation };
    expect((await save(person, wish)).status).toBe(200);
    const details = await detailsOf(person);
    expect(details).toMatchObject({
      firstName: '李',
      lastName: 'O’Brien',
      email: person.user.email,
      companyInformation: { ...companyInformation, phoneNumber: '+4930123456' },
      billingInformation: { ...billingInformation, country: 'DE' },
    });
    expect(await stack.stripe.ask('GET', `/v1/customers/${person.customerId}`)).toMatchObject({
      name: '李 O’Brien',
      phone: '+4930123456',
      address: { line1: '1: Straße', postal_code: '10115', country: 'DE' },
    });
  });

  it('change only in what is named, and an empty text takes a value away', async () => {
    const person = await stack.customer();
    await save(person, {
      companyInformation: { legalName: 'Acme', legalNumber: '1' },
      billingInformation: { city: 'Paris' },
    });
    await save(person, { companyInformation: { legalNumber: '' }, email: 'other@example.com' });
    expect(await detailsOf(person)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: person.user.email,
      companyInformation: { legalName: 'Acme', legalNumber: null },
      billingInformation: { city: 'Paris' },
    });
    const { name } = await stack.stripe.ask<{ name: string }>('GET', `/v1/customers/${person.customerId}`);
    expect(name).toBe('Ada Lovelace');
  });

  it('tell at its field that a tax number is refused, and nothing is saved then', async () => {
    const person = await stack.customer();
    const answer = await save(person, {
      companyInformation: { legalName: 'Acme', taxIdentificationNumber: 'nonsense' },
      billingInformation: { country: 'US' },
    });
    expect([answer.status, typeOf(answer)]).toEqual([400, 'InvalidInput']);
    expect(answer.text).toContain('body.companyInformation.taxIdentificationNumber');
    expect((await detailsOf(person)).companyInformation.legalName).toBeNull();
  });

  it('tell what the authorities said of a tax number, and follow the country', async () => {
    const person = await stack.customer();
    const stateOf = async () => (await detailsOf(person)).companyInformation.taxNumberState;
    const withNumber = (taxIdentificationNumber: string, country: string) =>
      save(person, { companyInformation: { taxIdentificationNumber }, billingInformation: { country } });
    await withNumber('FR12345678901', 'FR');
    expect(await until(stateOf, (state) => state === 'verified')).toBe('verified');
    await withNumber('ATU00000000', 'AT');
    expect(await until(stateOf, (state) => state === 'unverified')).toBe('unverified');
    await withNumber('12-3456789', 'US');
    expect(await stateOf()).toBe('unchecked');
    await withNumber('AQ 1', 'AQ');
    expect(await stateOf()).toBe('unsupported');
    const kept = await stack.stripe.ask<List>('GET', `/v1/customers/${person.customerId}/tax_ids`);
    expect(kept.data).toEqual([]);
    await save(person, { companyInformation: { taxIdentificationNumber: null } });
    expect((await detailsOf(person)).companyInformation).toMatchObject({
      taxIdentificationNumber: null,
      taxNumberState: null,
    });
  });

  it.each([
    ['de 123.456.789', 'DE', 'DE123456789'],
    ['EL 123 456 789', 'GR', 'EL123456789'],
    ['GB 123 4567 89', 'GB', 'GB123456789'],
    ['CHE-123.456.789 MWST', 'CH', 'CHE-123.456.789 MWST'],
  ])('take the tax number %s of %s as Stripe writes it', async (written, country, kept) => {
    const person = await stack.customer();
    const answer = await save(person, {
      companyInformation: { taxIdentificationNumber: written },
      billingInformation: { country },
    });
    expect(answer.status).toBe(200);
    expect((await detailsOf(person)).companyInformation.taxIdentificationNumber).toBe(kept);
  });

  it.each([
    ['firstName', { firstName: ' ' }],
    ['billingInformation.addressLine1', { billingInformation: { addressLine1: '' } }],
    ['billingInformation.country', { billingInformation: { country: 'XX' } }],
    ['companyInformation.phoneNumber', { companyInformation: { phoneNumber: 'call me' } }],
    ['companyInformation.legalName', { companyInformation: { legalName: '<b>' } }],
  ])('[5.billing.1] refuse a wrong %s', async (field, body) => {
    const answer = await save(await stack.person(), body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"body.${field}"`);
  });
});

// @covers 7.users.4
describe('[3.3] the subscription', () => {
  it('is none before there is billing', async () => {
    expect(await subscriptionOf(await stack.person())).toEqual({
      planCode: null,
      isTrial: false,
      exceededFreeTier: false,
      endingAt: null,
      state: 'none',
    });
  });

  // @covers 9.7
  it('[4.subscription-tier.2] begins with a trial of thirty days', async () => {
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
  it('goes from the trial, with a card, to a month that is paid', async () => {
    const person = await stack.customer();
    expect((await get(person, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: false });
    expect(await enterCard(person)).toBe('http://localhost:9000/billing?payment=saved');
    expect((await get(person, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: true });
    await stack.stripe.moveClock(31);
    expect(
      await until(
        () => labelOf(person),
        (label) => label === 'MONTHLY SUBSCRIPTION',
      ),
    ).toBe('MONTHLY SUBSCRIPTION');
    expect((await subscriptionOf(person)).state).toBe('active');
  });

  it('is paused when the trial ends without a card, and goes on once one comes', async () => {
    const person = await stack.customer();
    await stack.stripe.moveClock(31);
    expect(
      await until(
        () => subscriptionOf(person),
        ({ state }) => state === 'paused',
      ),
    ).toMatchObject({ state: 'paused' });
    expect(await labelOf(person)).toBe('FREE SUBSCRIPTION');
    expect(await enterCard(person)).toBe('http://localhost:9000/billing?payment=saved');
    expect(await subscriptionOf(person)).toMatchObject({ state: 'active', exceededFreeTier: true });
  });

  it('begins no second free trial, not even after the first subscription ended', async () => {
    const person = await stack.customer();
    const { billing } = stack.api.services;
    const subscriptions = async () =>
      (await stack.stripe.ask<List>('GET', `/v1/subscriptions?customer=${person.customerId}&status=all`)).data;
    await billing.startTrial(person.customerId, 'a second click');
    const [first, ...more] = await subscriptions();
    expect(more).toEqual([]);
    await stack.stripe.ask('DELETE', `/v1/subscriptions/${first?.id}`);
    await billing.startTrial(person.customerId, 'a third click');
    expect((await subscriptions()).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('is not set back by a read of Stripe that began earlier and ends later', async () => {
    const person = await stack.customer();
    const { services } = stack.api;
    const { billing } = services;
    const held = new EventEmitter();
    const late = {
      ...billing,
      async readCustomer(customerId: string) {
        const read = await billing.readCustomer(customerId);
        const goesOn = once(held, 'go on');
        held.emit('read');
        await goesOn;
        return read;
      },
    };
    const isRead = once(held, 'read');
    const earlier = syncCustomer(person.user.id, { ...services, billing: late });
    await isRead;
    await stack.stripe.ask('POST', `/v1/customers/${person.customerId}`, { phone: '+49 30 123456' });
    expect((await syncCustomer(person.user.id, services)).phoneNumber).toBe('+49 30 123456');
    held.emit('go on');
    expect((await earlier).phoneNumber).toBe('+49 30 123456');
    expect((await detailsOf(person)).companyInformation.phoneNumber).toBe('+49 30 123456');
  });

  it('tells when a payment failed', async () => {
    const person = await stack.customer();
    await enterCard(person, '4000000000000341');
    await stack.stripe.moveClock(31);
    expect(
      await until(
        () => subscriptionOf(person),
        ({ state }) => state === 'pastDue',
      ),
    ).toMatchObject({ state: 'pastDue', isTrial: false });
  });

  it('keeps nothing of a card that is declined', async () => {
    const person = await stack.customer();
    expect(await enterCard(person, '4000000000000002')).toBe('refused');
    expect((await get(person, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: false });
  });
});

describe('the ways to Stripe', () => {
  it('[2.billing-page.4] lead to the customer portal, and are told with the details', async () => {
    const person = await stack.customer();
    const { customerCheckoutUrl, customerPortalUrl } = await detailsOf(person);
    expect(new URL(customerCheckoutUrl).pathname).toBe(`${person.path}/billing/checkout`);
    expect(new URL(customerPortalUrl).pathname).toBe(`${person.path}/billing/portal`);
    const portal = (await get(person, 'billing/portal')).headers['location'] ?? '';
    expect(portal).toContain(`${stack.stripe.url}/portal/`);
    expect(await (await fetch(portal)).text()).toContain('Invoices');
  });

  it('lead somebody who is suspended back to the page that they can reach', async () => {
    const person = await stack.customer();
    await stack.api.db.user.update({ where: { id: person.user.id }, data: { suspensionBeganAt: new Date() } });
    expect(await enterCard(person)).toBe('http://localhost:9000/suspension-notice?payment=saved');
  });

  it('claim no card when there was no checkout', async () => {
    const person = await stack.customer();
    const back = await get(person, 'billing/checkout-return?session_id=cs_test_1');
    expect(back.headers['location']).toBe('http://localhost:9000/billing?payment=pending');
  });
});

import type Stripe from 'stripe';
import { currentSubscription } from '../../../src/integrations/stripe/current-subscription.ts';
import { toMirroredCustomer, toStripeName } from '../../../src/integrations/stripe/mirror.ts';

const second = 1_800_000_000;
const at = (seconds: number) => new Date(seconds * 1_000);

const aCustomer = (overrides: object = {}) =>
  ({ email: 'ada@example.com', metadata: {}, balance: 0, ...overrides }) as Stripe.Customer;

const aSubscription = (overrides: object = {}) =>
  ({
    id: 'sub_1',
    status: 'active',
    created: 1,
    currency: 'usd',
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    latest_invoice: null,
    discounts: [],
    automatic_tax: { enabled: false },
    items: {
      data: [
        {
          price: {
            product: 'prod_ours',
            lookup_key: 'monthly',
            unit_amount: 4_900,
            recurring: { interval: 'month', interval_count: 1 },
          },
          current_period_end: second,
          discounts: [],
          tax_rates: [],
        },
      ],
    },
    ...overrides,
  }) as unknown as Stripe.Subscription;

const mirror = (customer: Stripe.Customer, ...subscriptions: Stripe.Subscription[]) =>
  toMirroredCustomer({
    customer,
    subscription: currentSubscription(subscriptions, ['prod_ours']),
    hasPaymentMethod: true,
    paymentMethod: null,
    hasFailedInvoice: false,
  });

describe('the billing details of a customer', () => {
  const empty = {
    firstName: null,
    lastName: null,
    legalName: null,
    legalNumber: null,
    taxNumber: null,
    taxNumberState: null,
    phoneNumber: null,
    addressLine1: null,
    addressLine2: null,
    zipCode: null,
    city: null,
    state: null,
    country: null,
  };
  const fullAddress = { line1: 'L1', line2: 'L2', postal_code: '10115', city: 'Berlin', state: 'BE', country: 'DE' };

  it('are those of Stripe and of its metadata', () => {
    const name = 'Acme';
    const metadata = { firstName: 'Ada', lastName: 'Lovelace', legalName: name, legalNumber: '1' };
    expect(mirror(aCustomer({ name, metadata, phone: '+4930123456', address: fullAddress }))).toMatchObject({
      email: 'ada@example.com',
      hasPaymentMethod: true,
      ...metadata,
      phoneNumber: '+4930123456',
      addressLine1: 'L1',
      addressLine2: 'L2',
      zipCode: '10115',
      city: 'Berlin',
      state: 'BE',
      country: 'DE',
    });
  });

  it('are empty where Stripe has nothing, or an empty text', () => {
    expect(mirror(aCustomer())).toMatchObject(empty);
    const metadata = { firstName: '', lastName: '', legalName: '', legalNumber: '', taxNumber: '' };
    const address = { line1: '', line2: '', postal_code: '', city: '', state: '', country: '' };
    expect(mirror(aCustomer({ metadata, phone: '', address }))).toMatchObject(empty);
    expect(mirror(aCustomer({ email: null })).email).toBe('');
  });

  const adaLovelace = { firstName: 'Ada', lastName: 'Lovelace' };

  it.each<[string, string | null, object, string | null, string | null]>([
    [
      'as they were saved',
      'Ada King Lovelace',
      { firstName: 'Ada King', lastName: 'Lovelace' },
      'Ada King',
      'Lovelace',
    ],
    ['of a person with one name', 'Suharto', { firstName: 'Suharto', lastName: '-' }, 'Suharto', '-'],
    ['with a space more', ' Ada  Lovelace ', adaLovelace, 'Ada', 'Lovelace'],
    ['changed by staff', 'Grace New', adaLovelace, 'Grace', 'New'],
    ['changed by staff to three words', 'Grace Brewster Hopper', adaLovelace, 'Grace', 'Brewster Hopper'],
    ['changed by staff to one word', 'Grace', adaLovelace, 'Grace', null],
    ['removed by staff', null, adaLovelace, null, null],
    ['given by staff only', 'Grace New', {}, 'Grace', 'New'],
  ])('have names %s', (_what, name, metadata, firstName, lastName) =>
    expect(mirror(aCustomer({ name, metadata }))).toMatchObject({ firstName, lastName }),
  );

  const company = { ...adaLovelace, legalName: 'Acme GmbH' };

  it.each([
    ['as it was saved', 'Acme GmbH', company],
    ['changed by staff to the name of the person', 'Ada Lovelace', { ...company, legalName: 'Ada Lovelace' }],
    ['changed by staff', 'Acme  SE', { ...company, legalName: 'Acme SE' }],
    ['removed by staff', null, { ...company, legalName: null }],
  ])('have a legal name %s', (_what, name, names) =>
    expect(mirror(aCustomer({ name, metadata: company }))).toMatchObject(names),
  );

  it.each([
    ['Ada', 'Lovelace', null, 'Ada Lovelace'],
    ['Ada', null, null, 'Ada'],
    ['Suharto', '-', null, 'Suharto'],
    [null, 'Lovelace', null, 'Lovelace'],
    [null, null, null, ''],
    ['Ada', 'Lovelace', 'Acme', 'Acme'],
  ])('name the customer %j %j of %j as %j', (firstName, lastName, legalName, name) =>
    expect(toStripeName({ firstName, lastName, legalName })).toBe(name),
  );
});

describe('the tax number of a customer', () => {
  const withTaxId = (status: string | null | undefined, metadata: object = {}) =>
    mirror(
      aCustomer({
        metadata,
        tax_ids: { data: [{ value: 'DE123', verification: status === null ? null : { status } }] },
      }),
    );

  it.each([
    ['verified', 'verified'],
    ['unverified', 'unverified'],
    ['pending', 'pending'],
    ['unavailable', 'unchecked'],
    [null, 'unchecked'],
  ])('whose verification is %j is %s', (status, state) =>
    expect(withTaxId(status)).toMatchObject({ taxNumber: 'DE123', taxNumberState: state }),
  );

  it('is not the one in the metadata if Stripe has both', () =>
    expect(withTaxId('verified', { taxNumber: 'AQ 1' })).toMatchObject({
      taxNumber: 'DE123',
      taxNumberState: 'verified',
    }));

  it('is the one that the user entered here, although staff added a newer one', () => {
    const data = [
      { id: 'txi_2', value: 'GB1', verification: null },
      { id: 'txi_1', value: 'DE1', verification: null },
    ];
    const taxNumberWith = (metadata: object) => mirror(aCustomer({ metadata, tax_ids: { data } })).taxNumber;
    expect(taxNumberWith({ taxId: 'txi_1' })).toBe('DE1');
    expect(taxNumberWith({ taxId: 'txi_deleted' })).toBe('GB1');
    expect(taxNumberWith({})).toBe('GB1');
  });

  it('in the metadata is of a country that Stripe does not support', () => {
    const customer = aCustomer({ metadata: { taxNumber: 'AQ 1' }, tax_ids: { data: [] } });
    expect(mirror(customer)).toMatchObject({ taxNumber: 'AQ 1', taxNumberState: 'unsupported' });
  });
});

describe('the subscription of a customer', () => {
  const none = { subscriptionId: null, subscriptionStatus: null, planCode: null, currency: null, endingAt: null };

  it('is unknown without one', () => expect(mirror(aCustomer())).toMatchObject({ ...none, periodTotal: 0n }));

  it('has the plan, the price and the total of the period', () => {
    const subscription = aSubscription({ latest_invoice: { id: 'in_1', total: 4_900 } });
    expect(mirror(aCustomer(), subscription)).toMatchObject({
      subscriptionId: 'sub_1',
      subscriptionStatus: 'active',
      planCode: 'monthly',
      currency: 'usd',
      endingAt: null,
      periodTotal: 4_900n,
      priceAmount: 4_900n,
    });
  });

  it.each([[null], ['in_1']])('has no total if the latest invoice is %j', (invoice) =>
    expect(mirror(aCustomer(), aSubscription({ latest_invoice: invoice })).periodTotal).toBe(0n),
  );

  it('has no plan without a key of its price, or without a price', () => {
    const item = { ...aSubscription().items.data[0], price: { lookup_key: null, unit_amount: 1, recurring: null } };
    expect(mirror(aCustomer(), aSubscription({ items: { data: [item] } })).planCode).toBeNull();
    const { planCode, nextInvoiceAt } = mirror(aCustomer(), aSubscription({ items: { data: [] } }));
    expect([planCode, nextInvoiceAt]).toEqual([null, null]);
  });

  const newest = (...subscriptions: [status: string, created: number][]) =>
    mirror(aCustomer(), ...subscriptions.map(([status, created]) => aSubscription({ id: status, status, created })))
      .subscriptionId;

  // The statuses are those of https://docs.stripe.com/api/subscriptions/object#subscription_object-status
  it.each(['trialing', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'])(
    'is an active one, although one that is %s is newer',
    (status) => {
      expect(newest([status, 2], ['active', 1])).toBe('active');
      expect(newest(['active', 1], [status, 2])).toBe('active');
    },
  );

  it('is the most alive one, and of two the newer', () => {
    const alive = ['active', 'past_due', 'trialing', 'unpaid', 'paused', 'incomplete', 'canceled'] as const;
    for (const [index, status] of alive.entries()) {
      const others = alive.slice(index + 1).map((each, age): [string, number] => [each, 10 + age]);
      expect(newest([status, 1], ...others)).toBe(status);
      expect(newest(...others, [status, 1])).toBe(status);
    }
    const two = [aSubscription({ id: 'sub_old', created: 1 }), aSubscription({ id: 'sub_new', created: 2 })];
    expect(mirror(aCustomer(), ...two).subscriptionId).toBe('sub_new');
    expect(newest(['a status that Stripe adds later', 1], ['canceled', 2])).toBe('a status that Stripe adds later');
  });

  const foreign = (id: string, status: string) =>
    aSubscription({
      id,
      status,
      created: 9,
      items: { data: [{ price: { product: 'prod_other', recurring: null }, discounts: [], tax_rates: [] }] },
    });

  it('is ours, also if one of another product is newer or more alive', () => {
    const ours = aSubscription({ id: 'sub_ours', status: 'paused' });
    expect(mirror(aCustomer(), foreign('sub_other', 'active'), ours).subscriptionId).toBe('sub_ours');
    const ended = aSubscription({ id: 'sub_ended', status: 'canceled' });
    expect(mirror(aCustomer(), foreign('sub_other', 'active'), ended).subscriptionId).toBe('sub_ended');
  });

  it('is one of our product, also if its former price has lost the lookup key, or the product is expanded', () => {
    const withPrice = (price: object) =>
      aSubscription({ id: 'sub_ours', items: { data: [{ price, discounts: [], tax_rates: [] }] } });
    for (const product of ['prod_ours', { id: 'prod_ours' }]) {
      const ours = withPrice({ product, lookup_key: null, unit_amount: 1, recurring: null });
      expect(mirror(aCustomer(), foreign('sub_other', 'active'), ours).subscriptionId).toBe('sub_ours');
    }
  });

  it('is one that staff made of another product if there is none of ours', () =>
    expect(mirror(aCustomer(), foreign('sub_own_deal', 'active')).subscriptionId).toBe('sub_own_deal'));

  it('is the newest if all have ended', () => {
    expect(newest(['canceled', 1], ['incomplete_expired', 2])).toBe('incomplete_expired');
    expect(newest(['canceled', 2], ['incomplete_expired', 1])).toBe('canceled');
  });

  it.each<[string, object, Date | null]>([
    ['never, if nothing says so', {}, null],
    ['when it ended', { status: 'canceled', ended_at: second, cancel_at: second + 1 }, at(second)],
    ['when it will be cancelled', { cancel_at: second - 1, cancel_at_period_end: true }, at(second - 1)],
    ['with the period', { cancel_at_period_end: true }, at(second)],
    ['with the period, which it does not have', { cancel_at_period_end: true, items: { data: [] } }, null],
    ['with the trial', { status: 'trialing', trial_end: second + 5 }, at(second + 5)],
    ['never, once the trial is over', { trial_end: second - 5 }, null],
    ['never, if the trial has no end', { status: 'trialing' }, null],
  ])('ends %s', (_when, overrides, endingAt) =>
    expect(mirror(aCustomer(), aSubscription(overrides)).endingAt).toEqual(endingAt),
  );

  it('keeps the end of its trial, also after the trial', () =>
    expect(mirror(aCustomer(), aSubscription({ trial_end: second - 5 })).trialEndsAt).toEqual(at(second - 5)));
});

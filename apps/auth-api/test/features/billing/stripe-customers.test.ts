import type { BillingFields } from '../../../src/integrations/stripe/billing-provider.ts';
import { listOf, startFakeStripe, type FakeStripe } from '../../support/fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const customerPath = '/v1/customers/cus_1';
const calls = () => stripe.requests.map(({ call }) => call);
const sentTo = (call: string) => stripe.requests.filter((request) => request.call === call);
const paramsOf = (call: string) => sentTo(call).map(({ params }) => params);
const unavailable = { type: 'BillingUnavailable' };

describe('a customer', () => {
  const user = { userId: 'user-1', email: 'ada@example.com' };

  it('is found by the email address, and only if it was created for this user', async () => {
    const found = [
      { id: 'cus_1', metadata: { userId: 'user-1' } },
      { id: 'cus_2', metadata: { userId: 'user-2' } },
      { id: 'cus_3', metadata: {} },
      { id: 'cus_4', metadata: { userId: 'user-1' } },
    ];
    stripe.respond('GET /v1/customers', listOf(...found));
    expect(await stripe.billing.findCustomers(user)).toEqual(['cus_1', 'cus_4']);
    expect(paramsOf('GET /v1/customers')).toEqual([{ email: 'ada@example.com', limit: '100' }]);
  });

  it('can be deleted twice, but an error of Stripe is reported', async () => {
    await stripe.billing.deleteCustomer('cus_1');
    expect(calls()).toEqual([`DELETE ${customerPath}`]);
    stripe.respond(`DELETE ${customerPath}`, { error: { type: 'api_error' } }, 503);
    await expect(stripe.billing.deleteCustomer('cus_1')).rejects.toMatchObject(unavailable);
    stripe.respond(`DELETE ${customerPath}`, { error: { code: 'parameter_unknown' } }, 400);
    await expect(stripe.billing.deleteCustomer('cus_1')).rejects.toThrow('parameter_unknown');
  });

  it('names its user in the metadata, unless it was deleted or never had one', async () => {
    const { billing } = stripe;
    expect(await billing.findUserId('cus_1')).toBeNull();
    stripe.respond(`GET ${customerPath}`, { id: 'cus_1', deleted: true });
    expect(await billing.findUserId('cus_1')).toBeNull();
    stripe.respond(`GET ${customerPath}`, { id: 'cus_1', metadata: {} });
    expect(await billing.findUserId('cus_1')).toBeNull();
    stripe.respond(`GET ${customerPath}`, { id: 'cus_1', metadata: { userId: 'user-1' } });
    expect(await billing.findUserId('cus_1')).toBe('user-1');
    stripe.respond(`GET ${customerPath}`, { error: { type: 'api_error' } }, 500);
    await expect(billing.findUserId('cus_1')).rejects.toMatchObject(unavailable);
  });

  it('is listed with its user, if it has one', async () => {
    const customers = [
      { id: 'cus_1', metadata: { userId: 'user-1' } },
      { id: 'cus_2', metadata: {} },
    ];
    stripe.respond('GET /v1/customers', listOf(...customers));
    const listed = [];
    for await (const customer of stripe.billing.listCustomers()) listed.push(customer);
    expect(listed).toEqual([
      { id: 'cus_1', userId: 'user-1' },
      { id: 'cus_2', userId: null },
    ]);
    expect(paramsOf('GET /v1/customers')).toEqual([{ limit: '100' }]);
  });
});

describe('what is read of a customer', () => {
  const aCard = (id: string, last4: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4, exp_month: 12, exp_year: 2060 },
  });
  const customerWith = (defaultPaymentMethod: unknown) => ({
    id: 'cus_1',
    email: 'ada@example.com',
    metadata: {},
    balance: 0,
    invoice_settings: { default_payment_method: defaultPaymentMethod },
  });
  const read = async (customer: object, ...subscriptions: object[]) => {
    stripe.respond(`GET ${customerPath}`, customer);
    stripe.respond('GET /v1/prices', listOf());
    stripe.respond('GET /v1/subscriptions', listOf(...subscriptions));
    stripe.respond('GET /v1/invoices', listOf());
    return stripe.billing.readCustomer('cus_1');
  };

  it('takes four requests', async () => {
    await read(customerWith(null));
    expect(stripe.requests.map(({ call, params }) => [call, params])).toEqual(
      expect.arrayContaining([
        [`GET ${customerPath}`, { 'expand[0]': 'tax_ids', 'expand[1]': 'invoice_settings.default_payment_method' }],
        [
          'GET /v1/subscriptions',
          {
            customer: 'cus_1',
            status: 'all',
            limit: '100',
            'expand[0]': 'data.latest_invoice',
            'expand[1]': 'data.default_payment_method',
          },
        ],
        ['GET /v1/invoices', { customer: 'cus_1', limit: '100' }],
        ['GET /v1/prices', { 'lookup_keys[0]': 'monthly', 'lookup_keys[1]': 'si_internal' }],
      ]),
    );
    expect(stripe.requests).toHaveLength(4);
  });

  it('is nothing if it was deleted', async () => {
    stripe.respond(`GET ${customerPath}`, { id: 'cus_1', deleted: true });
    stripe.respond('GET /v1/prices', listOf());
    stripe.respond('GET /v1/subscriptions', listOf());
    expect(await stripe.billing.readCustomer('cus_1')).toBeNull();
  });

  const aSubscription = (defaults: object) => ({
    id: 'sub_1',
    status: 'trialing',
    created: 1,
    currency: 'usd',
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    discounts: [],
    automatic_tax: { enabled: false },
    items: { data: [] },
    default_payment_method: null,
    default_source: null,
    ...defaults,
  });
  // The order is that of https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
  it.each<[string, object, object, string | null, string | null, string | null]>([
    [
      'the payment method of the subscription, before all others',
      { default_payment_method: aCard('pm_1', '0001'), default_source: 'card_2' },
      { ...customerWith(aCard('pm_3', '0003')), default_source: 'card_4' },
      ...(['pm_1', '0001', 'visa'] as const),
    ],
    [
      'the source of the subscription, before those of the customer',
      { default_source: 'card_2' },
      { ...customerWith(aCard('pm_3', '0003')), default_source: 'card_4' },
      ...(['card_2', '1117', 'visa'] as const),
    ],
    [
      'the payment method of the customer, before the source',
      {},
      { ...customerWith(aCard('pm_3', '0003')), default_source: 'card_4' },
      ...(['pm_3', '0003', 'visa'] as const),
    ],
    [
      'the source of the customer',
      {},
      { ...customerWith(null), default_source: 'card_4' },
      ...(['card_4', '1117', 'visa'] as const),
    ],
    ['a payment method that is missing', {}, customerWith('pm_1'), 'pm_1', null, null],
    ['a source of which the card is not known', { default_source: 'ba_1' }, customerWith(null), 'ba_1', null, null],
    ['nothing, although a card may be attached', {}, customerWith(null), null, null, null],
  ])('charges %s', async (_what, defaults, customer, id, cardLast4, cardBrand) => {
    for (const source of ['card_2', 'card_4'])
      stripe.respond(`GET /v1/payment_methods/${source}`, aCard(source, '1117'));
    expect(await read(customer, aSubscription(defaults))).toMatchObject({
      chargedPayment: id,
      mirrored: { hasPaymentMethod: id !== null, cardLast4, cardBrand },
    });
  });

  it('has no invoices if it is deleted while it is read', async () => {
    stripe.respond(`GET ${customerPath}`, customerWith(null));
    stripe.respond('GET /v1/prices', listOf());
    stripe.respond('GET /v1/subscriptions', listOf());
    expect(await stripe.billing.readCustomer('cus_1')).toMatchObject({
      chargedPayment: null,
      mirrored: { email: 'ada@example.com', hasPaymentMethod: false },
      invoices: [],
    });
  });
});

describe('changed billing details', () => {
  const current: BillingFields = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    legalName: 'Acme',
    legalNumber: '1',
    taxNumber: null,
    phoneNumber: '+49301234567',
    addressLine1: 'Line 1',
    addressLine2: null,
    zipCode: '10115',
    city: 'Berlin',
    state: null,
    country: 'DE',
  };
  const address = {
    'address[line1]': 'Line 1',
    'address[line2]': '',
    'address[postal_code]': '10115',
    'address[city]': 'Berlin',
    'address[state]': '',
    'address[country]': 'DE',
  };

  const names = {
    name: 'Acme',
    'metadata[firstName]': 'Ada',
    'metadata[lastName]': 'Lovelace',
    'metadata[legalName]': 'Acme',
  };

  it.each<[Partial<BillingFields>, object]>([
    [{ firstName: 'Grace' }, { ...names, 'metadata[firstName]': 'Grace' }],
    [{ lastName: 'Hopper' }, { ...names, 'metadata[lastName]': 'Hopper' }],
    [{ legalName: 'Acme Ltd' }, { ...names, name: 'Acme Ltd', 'metadata[legalName]': 'Acme Ltd' }],
    [{ legalName: null }, { ...names, name: 'Ada Lovelace', 'metadata[legalName]': '' }],
    [{ legalNumber: '2' }, { 'metadata[legalNumber]': '2' }],
    [{ phoneNumber: '+49307654321' }, { phone: '+49307654321' }],
    [{ phoneNumber: null }, { phone: '' }],
    [{ addressLine1: 'Line 2' }, { ...address, 'address[line1]': 'Line 2' }],
    [{ addressLine2: 'Floor 3' }, { ...address, 'address[line2]': 'Floor 3' }],
    [{ zipCode: '10117' }, { ...address, 'address[postal_code]': '10117' }],
    [{ city: null }, { ...address, 'address[city]': '' }],
    [{ state: 'BE' }, { ...address, 'address[state]': 'BE' }],
    [{ country: 'AT' }, { ...address, 'address[country]': 'AT' }],
  ])('%j are written with what Stripe stores together, and with nothing else', async (changes, sent) => {
    stripe.respond(`POST ${customerPath}`, { id: 'cus_1' });
    await stripe.billing.updateDetails('cus_1', current, changes);
    expect(paramsOf(`POST ${customerPath}`)).toEqual([sent]);
  });

  it('leave the other parts of a new address empty', async () => {
    stripe.respond(`POST ${customerPath}`, { id: 'cus_1' });
    const none = { addressLine1: null, addressLine2: null, zipCode: null, city: null, state: null, country: null };
    await stripe.billing.updateDetails('cus_1', { ...current, ...none }, { city: 'Paris' });
    const empty = Object.fromEntries(Object.keys(address).map((name) => [name, '']));
    expect(paramsOf(`POST ${customerPath}`)).toEqual([{ ...empty, 'address[city]': 'Paris' }]);
  });

  it('contain the email address only when it changes', async () => {
    stripe.respond(`POST ${customerPath}`, { id: 'cus_1' });
    await stripe.billing.updateEmail('cus_1', 'new@example.com');
    expect(paramsOf(`POST ${customerPath}`)).toEqual([{ email: 'new@example.com' }]);
  });
});

describe('a tax number', () => {
  const [read, create, writeMetadata] = [`GET ${customerPath}`, `POST ${customerPath}/tax_ids`, `POST ${customerPath}`];
  const remove = (id: string) => `DELETE ${customerPath}/tax_ids/${id}`;
  const german = { id: 'txi_1', type: 'eu_vat', value: 'DE123456789' };

  const storing = (taxIds: object[], metadata: Record<string, string> = {}) => {
    stripe.respond(read, { id: 'cus_1', metadata, tax_ids: listOf(...taxIds) });
    stripe.respond(create, { id: 'txi_2' });
    stripe.respond(writeMetadata, { id: 'cus_1' });
    stripe.respond(remove('txi_1'), { id: 'txi_1', deleted: true });
    stripe.respond(remove('txi_3'), { id: 'txi_3', deleted: true });
  };
  const update = (country: string | null, taxNumber: string | null) =>
    stripe.billing.updateTaxNumber('cus_1', country, taxNumber);

  const british = { id: 'txi_3', type: 'gb_vat', value: 'GB123456789' };

  it('is created before the one that it replaces is deleted, and those that staff added stay', async () => {
    storing([british, german], { taxId: 'txi_1' });
    await update('AT', 'ATU12345678');
    expect(calls()).toEqual([read, create, writeMetadata, remove('txi_1')]);
    expect(paramsOf(read)).toEqual([{ 'expand[0]': 'tax_ids' }]);
    expect(paramsOf(create)).toEqual([{ type: 'eu_vat', value: 'ATU12345678' }]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': '', 'metadata[taxId]': 'txi_2' }]);
  });

  it('replaces the one that is shown, also if staff created it', async () => {
    storing([german, british]);
    await update('AT', 'ATU12345678');
    expect(calls()).toEqual([read, create, writeMetadata, remove('txi_1')]);
  });

  it('that Stripe has already is not created again', async () => {
    storing([german, { ...german, id: 'txi_3', value: 'DE987654321' }]);
    await update('DE', 'DE987654321');
    expect(calls()).toEqual([read, writeMetadata, remove('txi_1')]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': '', 'metadata[taxId]': 'txi_3' }]);
  });

  it('of another kind is created although the digits are the same', async () => {
    storing([{ id: 'txi_1', type: 'gb_vat', value: '12-3456789' }]);
    await update('US', '12-3456789');
    expect(calls()).toEqual([read, create, writeMetadata, remove('txi_1')]);
  });

  const refusal = { error: { type: 'invalid_request_error', code: 'tax_id_invalid' } };

  it('that Stripe rejects is tried as each type that it can be, and then only stored', async () => {
    storing([german], { taxId: 'txi_1' });
    stripe.respond(create, refusal, 400);
    await update('CA', '1234567');
    expect(paramsOf(create)).toEqual([
      { type: 'ca_pst_sk', value: '1234567' },
      { type: 'ca_pst_mb', value: '123456-7' },
    ]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': '1234567', 'metadata[taxId]': '' }]);
    expect(calls().at(-1)).toBe(remove('txi_1'));
  });

  it.each([
    ['rejects another parameter', 400, 'parameter_unknown'],
    ['fails', 500, 'tax_id_invalid'],
  ])('is neither stored nor deleted because Stripe %s', async (_what, status, code) => {
    storing([german]);
    stripe.respond(create, { error: { type: 'invalid_request_error', code } }, status);
    await expect(update('AT', 'ATU12345678')).rejects.toBeInstanceOf(Error);
    expect(calls()).toEqual([read, create]);
  });

  it('of a country that Stripe does not support is stored as metadata instead', async () => {
    storing([german]);
    await update('AQ', 'AQ 1');
    expect(calls()).toEqual([read, writeMetadata, remove('txi_1')]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': 'AQ 1', 'metadata[taxId]': '' }]);
  });

  it('that the metadata has already is not written again', async () => {
    storing([], { taxNumber: 'AQ 1' });
    await update('AQ', 'AQ 1');
    expect(calls()).toEqual([read]);
  });

  it('of a supported country replaces the one in the metadata', async () => {
    storing([], { taxNumber: 'AQ 1' });
    await update('US', '12-3456789');
    expect(calls()).toEqual([read, create, writeMetadata]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': '', 'metadata[taxId]': 'txi_2' }]);
  });

  it('that the user removes is removed from both places', async () => {
    storing([german], { taxNumber: 'AQ 1' });
    await update('AQ', null);
    expect(calls()).toEqual([read, writeMetadata, remove('txi_1')]);
    expect(paramsOf(writeMetadata)).toEqual([{ 'metadata[taxNumber]': '', 'metadata[taxId]': '' }]);
  });

  it('of a customer without a list of tax numbers is created', async () => {
    storing([]);
    stripe.respond(read, { id: 'cus_1', metadata: {} });
    await update('US', '12-3456789');
    expect(calls()).toEqual([read, create, writeMetadata]);
  });

  it('is not written to a deleted customer', async () => {
    stripe.respond(read, { id: 'cus_1', deleted: true });
    await update('US', '12-3456789');
    expect(calls()).toEqual([read]);
  });
});

import { aSnapshot } from '../../support/fake-billing.ts';
import { startFakeStripe, type FakeStripe } from '../../support/fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const paramsOf = (call: string) => stripe.requests.filter((each) => each.call === call).map(({ params }) => params);

describe('a customer', () => {
  const user = {
    ...aSnapshot({ email: 'ada@example.com' }).mirrored,
    ...{ userId: 'user-1', firstName: 'Ada', lastName: 'Lovelace' },
  };

  it('is created with what identifies the user, under one idempotency key', async () => {
    stripe.respond('POST /v1/customers', { id: 'cus_1' });
    expect(await stripe.billing.createCustomer(user, 'a-key')).toBe('cus_1');
    expect(paramsOf('POST /v1/customers')).toEqual([
      {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        'metadata[userId]': 'user-1',
        'metadata[firstName]': 'Ada',
        'metadata[lastName]': 'Lovelace',
      },
    ]);
    expect(stripe.requests[0]?.headers['idempotency-key']).toBe('a-key');
  });

  it('that replaces another one is created with the billing details that the database has', async () => {
    stripe.respond('POST /v1/customers', { id: 'cus_2' });
    const company = { legalName: 'Acme SE', legalNumber: 'HRB 1', taxNumber: 'DE123456789', phoneNumber: '+49 30 1' };
    const address = { addressLine1: 'Main St 1', zipCode: '10115', city: 'Berlin', country: 'DE' };
    await stripe.billing.createCustomer({ ...user, ...company, ...address }, 'a-key');
    expect(paramsOf('POST /v1/customers')).toEqual([
      {
        email: 'ada@example.com',
        name: 'Acme SE',
        phone: '+49 30 1',
        'address[line1]': 'Main St 1',
        'address[postal_code]': '10115',
        'address[city]': 'Berlin',
        'address[country]': 'DE',
        'metadata[userId]': 'user-1',
        'metadata[firstName]': 'Ada',
        'metadata[lastName]': 'Lovelace',
        'metadata[legalName]': 'Acme SE',
        'metadata[legalNumber]': 'HRB 1',
        'metadata[taxNumber]': 'DE123456789',
      },
    ]);
  });

  it('is created without the names that a user does not have', async () => {
    stripe.respond('POST /v1/customers', { id: 'cus_1' });
    await stripe.billing.createCustomer({ ...user, lastName: null }, 'a-key');
    await stripe.billing.createCustomer({ ...user, firstName: null, lastName: null }, 'another-key');
    expect(paramsOf('POST /v1/customers')).toEqual([
      { email: user.email, name: 'Ada', 'metadata[userId]': 'user-1', 'metadata[firstName]': 'Ada' },
      { email: user.email, 'metadata[userId]': 'user-1' },
    ]);
  });
});

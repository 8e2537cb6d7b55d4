import Stripe from 'stripe';
import { verifyStripeEvent } from '../../../src/integrations/stripe/events.ts';

const stripe = new Stripe('sk_test_none');
const [secret, otherSecret] = ['whsec_one', 'whsec_two'];

function verify(event: object, secrets: readonly string[] = [secret], secondsFromNow = 0) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1_000) + secondsFromNow;
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const verified = verifyStripeEvent(stripe, Buffer.from(payload), signature, secrets);
  if (verified && 'thinType' in verified) throw new Error('The event is thin');
  return verified;
}

const anEvent = (object: object, overrides: object = {}, data: object = {}) => ({
  id: 'evt_1',
  type: 'customer.updated',
  data: { object, ...data },
  ...overrides,
});

describe('the customer of an event', () => {
  it.each<[string, object, object, string | null]>([
    ['is the object itself', { object: 'customer', id: 'cus_1' }, {}, 'cus_1'],
    [
      'is the object itself, also if it refers to another customer',
      { object: 'customer', id: 'cus_1', customer: 'cus_2' },
      {},
      'cus_1',
    ],
    ['is not an object of another kind', { object: 'invoice', id: 'in_1' }, {}, null],
    ['is named by its id', { object: 'invoice', id: 'in_1', customer: 'cus_1' }, {}, 'cus_1'],
    ['is expanded', { object: 'invoice', customer: { id: 'cus_1', email: 'ada@example.com' } }, {}, 'cus_1'],
    ['is the former one', { customer: null }, { previous_attributes: { customer: 'cus_1' } }, 'cus_1'],
    [
      'is the present one, not the former',
      { customer: 'cus_2' },
      { previous_attributes: { customer: 'cus_1' } },
      'cus_2',
    ],
    ['is unknown', { customer: null }, { previous_attributes: null }, null],
    ['has no id', { customer: '' }, {}, null],
    ['has an id that cannot be stored', { customer: 'cus_\0' }, {}, null],
    ['is a number', { customer: 5 }, {}, null],
  ])('%s', (_what, object, data, customerId) =>
    expect(verify(anEvent(object, {}, data))).toEqual({ id: 'evt_1', type: 'customer.updated', customerId }),
  );
});

describe('a signed event', () => {
  it('has the time at which it happened', () => {
    const event = verify(anEvent({}, { created: 1_800_000_000 }));
    expect(event?.occurredAt).toEqual(new Date(1_800_000_000_000));
  });

  it('is accepted if one of the secrets signed it', () => {
    expect(verify(anEvent({}), [otherSecret, secret])?.id).toBe('evt_1');
    expect(verify(anEvent({}), [otherSecret])).toBeNull();
    expect(verify(anEvent({}), [])).toBeNull();
  });

  it.each([
    [-360, undefined],
    [-240, 'evt_1'],
    [240, 'evt_1'],
    [360, undefined],
    [31_536_000, undefined],
  ])('is accepted if it was signed %i seconds from now: %s', (secondsFromNow, id) => {
    expect(verify(anEvent({}), [secret], secondsFromNow)?.id).toBe(id);
  });

  it.each([
    ['an empty id', { id: '' }],
    ['an id that cannot be stored', { id: 'evt_\0' }],
    ['an empty type', { type: '' }],
    ['a time that is no number', { created: 'today' }],
    ['former attributes that are no object', { data: { object: {}, previous_attributes: 'customer' } }],
  ])('with %s is malformed', (_what, overrides) => {
    const error = { type: 'MalformedBody', message: 'The body is not a Stripe event.' };
    expect(() => verify(anEvent({}, overrides))).toThrow(expect.objectContaining(error) as Error);
  });
});

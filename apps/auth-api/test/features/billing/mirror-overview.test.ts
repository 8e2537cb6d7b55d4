import type Stripe from 'stripe';
import { toMirroredCard } from '../../../src/integrations/stripe/charged-payment.ts';
import {
  toMirroredCollection,
  toMirroredInvoices,
  toMirroredPrice,
  type CollectionFields,
  type CustomerFields,
  type InvoiceFields,
  type ItemFields,
  type SubscriptionFields,
} from '../../../src/integrations/stripe/mirror-overview.ts';

const periodEnd = 1_800_000_000;

function aSubscription(
  overrides: Partial<SubscriptionFields> = {},
  itemOverrides: Partial<ItemFields> = {},
): SubscriptionFields {
  const price = { unit_amount: 4_900, recurring: { interval: 'month', interval_count: 1 } } as const;
  const item = { price, quantity: 1, current_period_end: periodEnd, discounts: [], tax_rates: [], ...itemOverrides };
  return {
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    discounts: [],
    default_tax_rates: [],
    automatic_tax: { enabled: false },
    items: { data: [item] },
    ...overrides,
  };
}

const aCustomer = (overrides: Partial<CustomerFields> = {}): CustomerFields => ({
  balance: 0,
  discount: null,
  ...overrides,
});

describe('the next invoice', () => {
  it.each<[string, Partial<SubscriptionFields>]>([
    ['an active subscription', {}],
    ['a trial', { status: 'trialing', trial_end: periodEnd }],
    ['a subscription with a failed payment', { status: 'past_due' }],
    ['a subscription that ends after it', { cancel_at: periodEnd + 1 }],
  ])('of %s is that of the end of the period', (_what, overrides) => {
    const { nextInvoiceAt, nextInvoiceAmount } = toMirroredPrice(aSubscription(overrides), aCustomer());
    expect([nextInvoiceAt, nextInvoiceAmount]).toEqual([new Date(periodEnd * 1_000), 4_900n]);
  });

  it.each<Stripe.Subscription.Status>(['paused', 'canceled'])(
    'of a subscription that is %s has the amount that is charged when it resumes or starts again',
    (status) =>
      expect(toMirroredPrice(aSubscription({ status }), aCustomer())).toMatchObject({
        nextInvoiceAt: null,
        nextInvoiceAmount: 4_900n,
      }),
  );

  it.each<[string, Partial<SubscriptionFields>]>([
    ['ends with the period', { cancel_at_period_end: true }],
    ['ends before the end of the period', { cancel_at: periodEnd }],
  ])('does not exist if the subscription %s', (_what, overrides) => {
    expect(toMirroredPrice(aSubscription(overrides), aCustomer()).nextInvoiceAt).toBeNull();
  });

  it.each<[string, Partial<SubscriptionFields>, Partial<ItemFields>, Partial<CustomerFields>]>([
    ['a discount of the subscription', { discounts: ['di_1'] }, {}, {}],
    ['a discount of the item', {}, { discounts: ['di_1'] }, {}],
    ['a discount of the customer', {}, {}, { discount: { id: 'di_1' } }],
    ['a tax rate', { default_tax_rates: [{ id: 'txr_1' }] }, {}, {}],
    ['a tax rate of the item', {}, { tax_rates: [{ id: 'txr_1' }] }, {}],
    ['automatic tax', { automatic_tax: { enabled: true } }, {}, {}],
    ['a credit balance', {}, {}, { balance: -100 }],
    ['a price by usage', {}, { price: { unit_amount: null, recurring: null } }, {}],
  ])('has no amount with %s', (_what, subscription, item, customer) => {
    const mirrored = toMirroredPrice(aSubscription(subscription, item), aCustomer(customer));
    expect(mirrored.nextInvoiceAt).not.toBeNull();
    expect(mirrored.nextInvoiceAmount).toBeNull();
  });

  it('has no amount with a second item', () => {
    const { items } = aSubscription();
    const subscription = aSubscription({ items: { data: [...items.data, ...items.data] } });
    expect(toMirroredPrice(subscription, aCustomer())).toMatchObject({
      nextInvoiceAt: new Date(periodEnd * 1_000),
      nextInvoiceAmount: null,
    });
  });

  it('has the amount of the price if Stripe leaves out what could change it', () => {
    const subscription = aSubscription({ default_tax_rates: null }, { tax_rates: null });
    expect(toMirroredPrice(subscription, aCustomer()).nextInvoiceAmount).toBe(4_900n);
  });

  it('has the interval of the price, and knows the end of the trial', () => {
    const price = { unit_amount: 4_900, recurring: { interval: 'year', interval_count: 2 } } as const;
    expect(toMirroredPrice(aSubscription({ trial_end: periodEnd }, { price }), aCustomer())).toMatchObject({
      priceInterval: 'year',
      priceIntervalCount: 2,
      trialEndsAt: new Date(periodEnd * 1_000),
    });
    const usage = { unit_amount: null, recurring: null };
    expect(toMirroredPrice(aSubscription({}, { price: usage }), aCustomer())).toMatchObject({
      priceAmount: null,
      priceInterval: null,
      priceIntervalCount: null,
      trialEndsAt: null,
    });
  });

  it('costs the price times the quantity of the subscription', () => {
    expect(toMirroredPrice(aSubscription({}, { quantity: 3 }), aCustomer())).toMatchObject({
      priceAmount: 14_700n,
      nextInvoiceAmount: 14_700n,
    });
  });

  it('is unknown without a subscription, or without a price', () => {
    const unknown = { priceAmount: null, nextInvoiceAt: null, nextInvoiceAmount: null };
    expect(toMirroredPrice(undefined, aCustomer())).toMatchObject({ ...unknown, trialEndsAt: null });
    expect(toMirroredPrice(aSubscription({ items: { data: [] } }), aCustomer())).toMatchObject(unknown);
  });
});

const anInvoice = (id: string, created: number, overrides: Partial<InvoiceFields> = {}): InvoiceFields => ({
  id,
  number: id,
  created,
  total: 1,
  amount_remaining: 0,
  currency: 'usd',
  status: 'paid',
  attempted: true,
  due_date: null,
  next_payment_attempt: null,
  status_transitions: { paid_at: null },
  lines: { data: [] },
  ...overrides,
});

// Sources: https://docs.stripe.com/billing/subscriptions/pause-payment, https://docs.stripe.com/billing/subscriptions/pause
describe('the collection', () => {
  const charged: CollectionFields = {
    status: 'active',
    pause_collection: null,
    collection_method: 'charge_automatically',
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  };
  const pausedBecause = (type: Stripe.Subscription.StatusDetails.Paused.Subscription.Type) =>
    ({
      status: 'paused',
      status_details: { paused: { transitioned_at: 1, type: 'subscription', subscription: { type } } },
    }) as const;

  it.each<[string, Partial<CollectionFields>, object]>([
    ['a subscription that is charged', {}, { collection: 'automatic', collectionResumesAt: null }],
    ['a subscription whose invoices are sent', { collection_method: 'send_invoice' }, { collection: 'sendInvoice' }],
    [
      'paused payments',
      { pause_collection: { behavior: 'void', resumes_at: null }, collection_method: 'send_invoice' },
      { collection: 'paused', collectionResumesAt: null },
    ],
    [
      'payments that are paused for a time',
      { pause_collection: { behavior: 'keep_as_draft', resumes_at: periodEnd } },
      { collection: 'paused', collectionResumesAt: new Date(periodEnd * 1_000) },
    ],
    ['a subscription that staff paused', pausedBecause('pause_requested'), { collection: 'paused' }],
    [
      'a subscription that a trial without a card paused',
      pausedBecause('trial_end_without_payment_method'),
      { collection: 'automatic' },
    ],
    ['a subscription of an API version without reasons', { status: 'paused' }, { collection: 'automatic' }],
    [
      'a trial that ends without a card',
      { trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } },
      { trialEndBehavior: 'cancel' },
    ],
    ['a trial without settings', { trial_settings: null }, { trialEndBehavior: 'create_invoice' }],
  ])('of %s', (_what, subscription, expected) =>
    expect(toMirroredCollection({ ...charged, ...subscription })).toMatchObject(expected),
  );
});

describe('an amount', () => {
  it('can exceed 32 bits', () => {
    const price = { unit_amount: 2_500_000_000, recurring: null };
    expect(toMirroredPrice(aSubscription({}, { price, quantity: 2 }), aCustomer()).priceAmount).toBe(5_000_000_000n);
    const [invoice] = toMirroredInvoices([anInvoice('in_1', 1, { amount_remaining: 2_500_000_000 })], 'cus_1');
    expect(invoice?.amountRemaining).toBe(2_500_000_000n);
  });

  it.each([2 ** 53, -(2 ** 53), 0.5])('of %d is not exact, so it is rejected', (total) =>
    expect(() => toMirroredInvoices([anInvoice('in_1', 1, { total })], 'cus_1')).toThrow(
      `Stripe returned an amount that is no safe integer: ${total}`,
    ),
  );
});

describe('the invoices', () => {
  it('have a number, a date, a total, a currency and a status', () => {
    const invoice = anInvoice('in_1', periodEnd, { number: null, total: 4_900, currency: 'eur' });
    expect(toMirroredInvoices([invoice], 'cus_1')).toEqual([
      {
        id: 'in_1',
        number: null,
        customerId: 'cus_1',
        createdAt: new Date(periodEnd * 1_000),
        periodStart: null,
        periodEnd: null,
        total: 4_900n,
        amountRemaining: 0n,
        currency: 'eur',
        status: 'paid',
        dueAt: null,
        nextAttemptAt: null,
        paidAt: null,
      },
    ]);
  });

  it.each([
    ['after a failed attempt', true, new Date(4_000)],
    ['not before the first one', false, null],
  ])('say when the card is charged again, %s', (_when, attempted, nextAttemptAt) => {
    const invoice = anInvoice('in_1', 1, { status: 'open', attempted, next_payment_attempt: 4 });
    expect(toMirroredInvoices([invoice], 'cus_1')).toMatchObject([{ nextAttemptAt }]);
  });

  it('say until when to pay them, and when they were paid', () => {
    const invoice = anInvoice('in_1', 1, { due_date: 3, status_transitions: { paid_at: 2 } });
    expect(toMirroredInvoices([invoice], 'cus_1')).toMatchObject([{ dueAt: new Date(3_000), paidAt: new Date(2_000) }]);
  });

  // Source: https://docs.stripe.com/api/invoices/object#invoice_object-period_end
  it.each<[string, [number, number][], [number, number] | null]>([
    ['of the only line', [[10, 20]], [10, 20]],
    [
      'of the next month, not of the rest of this one after a change of the plan',
      [
        [15, 20],
        [20, 50],
        [15, 20],
      ],
      [20, 50],
    ],
    [
      'that one item has, and not of the day of another',
      [
        [30, 30],
        [10, 20],
      ],
      [10, 20],
    ],
    ['of none, if it is for single items', [[30, 30]], null],
    ['of none, without lines', [], null],
  ])('have the period %s', (_which, periods, expected) => {
    const data = periods.map(([start, end]) => ({ period: { start, end } }));
    const [mirrored] = toMirroredInvoices([anInvoice('in_1', 1, { lines: { data } })], 'cus_1');
    const [start = null, end = null] = expected?.map((seconds) => new Date(seconds * 1_000)) ?? [];
    expect(mirrored).toMatchObject({ periodStart: start, periodEnd: end });
  });

  it('are ordered, without drafts', () => {
    const invoices = [
      anInvoice('in_1', 1),
      anInvoice('in_4', 4),
      anInvoice('in_draft', 5, { status: 'draft' }),
      anInvoice('in_2', 2),
      anInvoice('in_3', 3),
    ];
    expect(toMirroredInvoices(invoices, 'cus_1').map(({ id }) => id)).toEqual(['in_4', 'in_3', 'in_2', 'in_1']);
  });

  it.each<[Stripe.Invoice.Status, boolean, string]>([
    ['open', false, 'open'],
    ['open', true, 'failed'],
    ['paid', true, 'paid'],
    ['uncollectible', true, 'uncollectible'],
    ['void', false, 'void'],
  ])('that are %s, attempted %s, are %s', (status, attempted, expected) =>
    expect(toMirroredInvoices([anInvoice('in_1', 1, { status, attempted })], 'cus_1')[0]?.status).toBe(expected),
  );
});

describe('the card of a payment method', () => {
  const noCard = { cardBrand: null, cardLast4: null, cardExpMonth: null, cardExpYear: null };
  const withLast4 = (last4: string) =>
    toMirroredCard({
      type: 'card',
      card: { brand: 'visa', last4, exp_month: 12, exp_year: 2060 } as Stripe.PaymentMethod.Card,
    });

  it('has what identifies it', () =>
    expect(withLast4('0042')).toEqual({ cardBrand: 'visa', cardLast4: '0042', cardExpMonth: 12, cardExpYear: 2060 }));

  it.each(['', '42', '42424', '14242', 'abcd'])('is not stored with %j as its last four digits', (last4) =>
    expect(withLast4(last4)).toEqual(noCard),
  );

  it('is unknown if the payment method is not a card', () => {
    expect(toMirroredCard({ type: 'sepa_debit' })).toEqual(noCard);
    expect(toMirroredCard(null)).toEqual(noCard);
  });
});

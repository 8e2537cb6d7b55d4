import { toBillingOverview, toCard, toPrice } from '../../../src/integrations/stripe/billing-overview.presenters.ts';
import type { BillingAccount } from '../../../src/generated/prisma/client.ts';

const account = {
  priceAmount: 4_900n,
  priceInterval: 'month',
  priceIntervalCount: 3,
  currency: 'usd',
  cardBrand: 'visa',
  cardLast4: '4242',
  cardExpMonth: 12,
  cardExpYear: 2060,
  nextInvoiceAt: new Date('2026-03-02T10:00:00Z'),
  nextInvoiceAmount: 4_900n,
  subscriptionStatus: 'active',
  hasPaymentMethod: true,
  hasFailedInvoice: false,
} as BillingAccount;

const nextInvoiceOf = (overrides: Partial<BillingAccount>) =>
  toBillingOverview(
    { ...account, ...overrides },
    { latest: [], unpaid: null },
    { AUTH_API_URL: 'https://api.example.com' },
  ).nextInvoice;

describe('the price', () => {
  it('has an amount and an interval, of one month unless Stripe says otherwise', () => {
    expect(toPrice(account)).toEqual({ amount: 4_900, currency: 'usd', interval: 'month', intervalCount: 3 });
    expect(toPrice({ ...account, priceIntervalCount: null })).toMatchObject({ intervalCount: 1 });
    expect(toPrice({ ...account, priceAmount: 0n })).toMatchObject({ amount: 0 });
  });

  it.each<Partial<BillingAccount>>([
    { priceAmount: null },
    { currency: null },
    { priceInterval: null },
    { priceInterval: 'fortnight' },
  ])('is unknown with %j', (missing) => expect(toPrice({ ...account, ...missing })).toBeNull());
});

describe('the card', () => {
  it('has what identifies it', () =>
    expect(toCard(account)).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2060 }));

  it.each<Partial<BillingAccount>>([
    { cardBrand: null },
    { cardLast4: null },
    { cardExpMonth: null },
    { cardExpYear: null },
  ])('is unknown with %j', (missing) => expect(toCard({ ...account, ...missing })).toBeNull());
});

describe('the next invoice', () => {
  const invoice = { date: '2026-03-02T10:00:00.000Z', amount: 4_900, currency: 'usd' };

  it.each<[string, Partial<BillingAccount>, object | null]>([
    ['an active subscription', {}, invoice],
    ['an active subscription that is paid without a card', { hasPaymentMethod: false }, invoice],
    ['a trial with a card', { subscriptionStatus: 'trialing' }, invoice],
    [
      'a trial without a card, which is paused at its end',
      { subscriptionStatus: 'trialing', hasPaymentMethod: false },
      null,
    ],
    ['an amount that depends on a discount', { nextInvoiceAmount: null }, { ...invoice, amount: null }],
    [
      'a trial without a card that creates an invoice',
      { subscriptionStatus: 'trialing', hasPaymentMethod: false, trialEndBehavior: 'create_invoice' },
      invoice,
    ],
    ['emailed invoices, without a card', { collection: 'sendInvoice', hasPaymentMethod: false }, invoice],
    ['paused payments', { collection: 'paused', collectionResumesAt: null }, null],
    [
      'payments that resume later',
      { collection: 'paused', collectionResumesAt: new Date('2026-03-02T10:00:01Z') },
      null,
    ],
    [
      'payments that resume before',
      { collection: 'paused', collectionResumesAt: new Date('2026-03-02T10:00:00Z') },
      invoice,
    ],
    ['a cancelled plan', { nextInvoiceAt: null }, null],
    ['a plan without a currency', { currency: null }, null],
  ])('of %s', (_what, overrides, expected) => expect(nextInvoiceOf(overrides)).toEqual(expected));
});

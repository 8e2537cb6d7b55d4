import { jest } from '@jest/globals';
import { dayMs } from '@portal/contract';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { listOf, startFakeStripe, type FakeStripe } from '../../support/fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const calls = () => stripe.requests.map(({ call }) => call);
const paramsOf = (call: string) => stripe.requests.filter((each) => each.call === call).map(({ params }) => params);

describe('the trial', () => {
  const [list, prices, create] = ['GET /v1/subscriptions', 'GET /v1/prices', 'POST /v1/subscriptions'];

  it('lasts 30 days, needs no card, and is paused at its end without one', async () => {
    stripe.respond(list, listOf());
    stripe.respond(prices, listOf({ id: 'price_1' }));
    stripe.respond(create, { id: 'sub_1' });
    await stripe.billing.startTrial('cus_1', 'a-key', null);
    expect(stripe.requests.map(({ call, params }) => [call, params])).toEqual([
      [list, { customer: 'cus_1', status: 'all', limit: '1' }],
      [prices, { 'lookup_keys[0]': 'monthly', active: 'true', limit: '1' }],
      [
        create,
        {
          customer: 'cus_1',
          'items[0][price]': 'price_1',
          trial_period_days: '30',
          'trial_settings[end_behavior][missing_payment_method]': 'pause',
        },
      ],
    ]);
    expect(stripe.requests[2]?.headers['idempotency-key']).toBe('a-key');
  });

  // Source: https://docs.stripe.com/api/subscriptions/create#create_subscription-trial_end
  describe('that began with an earlier customer', () => {
    const day = dayMs / 1_000;
    const created = 1_800_000_000;
    /** The end of the trial that is requested at a time, by the age of the customer in seconds. */
    const endAt = async (age: number, lastTrialEndsAt: number) => {
      stripe.reset();
      jest.spyOn(Date, 'now').mockReturnValue((created + age) * 1_000);
      stripe.respond(list, listOf());
      stripe.respond(prices, listOf({ id: 'price_1' }));
      stripe.respond('GET /v1/customers/cus_2', { id: 'cus_2', created });
      stripe.respond(create, { id: 'sub_1' });
      await stripe.billing.startTrial('cus_2', 'a-key', new Date(lastTrialEndsAt * 1_000 + 999));
      return Number(paramsOf(create)[0]?.['trial_end']) - created;
    };
    afterEach(() => jest.restoreAllMocks());

    it.each([
      ['continues until its end', 9.5 * day, 9.5 * day],
      ['lasts at least a day, in which a card can be added, if it is over', -40 * day, 2 * day],
      ['lasts at least a day, in which a card can be added, if less is left', 0.25 * day, 2 * day],
    ])('%s, at whichever attempt', async (_what, lastEnd, end) => {
      for (const age of [0, 1, day - 1]) expect(await endAt(age, created + lastEnd)).toBe(end);
    });

    it('lasts at least a day also if the first attempts failed for days', async () => {
      expect(await endAt(day, created)).toBe(3 * day);
      expect(await endAt(2 * day - 1, created)).toBe(3 * day);
      expect(await endAt(3.5 * day, created)).toBe(5 * day);
    });

    it('ends in the future if the clock of Stripe is ahead, as a test clock is', async () => {
      expect(await endAt(-50 * day, created - 40 * day)).toBe(2 * day);
    });
  });

  it('is not started for a customer that has or had a subscription', async () => {
    stripe.respond(list, listOf({ id: 'sub_1', status: 'canceled' }));
    await stripe.billing.startTrial('cus_1', 'a-key', null);
    expect(calls()).toEqual([list]);
  });

  it('cannot be started while Stripe has no price, and the log says which', async () => {
    stripe.respond(list, listOf());
    stripe.respond(prices, listOf());
    await expect(stripe.billing.startTrial('cus_1', 'a-key', null)).rejects.toMatchObject({
      type: 'BillingMisconfigured',
      retryAfter: 60,
      cause: { message: 'Stripe has no active price with the lookup key monthly' },
    });
    expect(calls()).toEqual([list, prices]);
  });
});

describe('the unpaid invoices', () => {
  const list = 'GET /v1/invoices';
  const anInvoice = (amount: number, url: string | null | undefined) => ({
    amount_remaining: amount,
    currency: 'usd',
    hosted_invoice_url: url,
  });

  it('are those with something left to pay', async () => {
    const invoices = [anInvoice(1, 'https://pay.example.com/1'), anInvoice(0, null), anInvoice(4_900, undefined)];
    stripe.respond(list, listOf(...invoices));
    expect(await stripe.billing.listUnpaidInvoices('cus_1')).toEqual([
      { amount: 1, currency: 'usd', url: 'https://pay.example.com/1' },
      { amount: 4_900, currency: 'usd', url: null },
    ]);
    expect(paramsOf(list)).toEqual([{ customer: 'cus_1', status: 'open', limit: '100' }]);
  });

  it('are an empty list for a deleted customer, and an error if Stripe is unreachable', async () => {
    expect(await stripe.billing.listUnpaidInvoices('cus_1')).toEqual([]);
    stripe.respond(list, { error: { type: 'api_error' } }, 503);
    await expect(stripe.billing.listUnpaidInvoices('cus_1')).rejects.toMatchObject({ type: 'BillingUnavailable' });
  });
});

describe('an invoice', () => {
  const [read, url, page] = ['GET /v1/invoices/in_1', 'https://pdf.example.com/in_1', 'https://pay.example.com/in_1'];
  const fields = { customer_name: 'Acme Ltd', next_payment_attempt: null };
  const ofCustomer = { pdfUrl: url, pageUrl: page, customerName: 'Acme Ltd', nextAttemptAt: null };

  it.each<[string, object, object | null]>([
    ['the customer', { customer: 'cus_1', invoice_pdf: url, hosted_invoice_url: page }, ofCustomer],
    [
      'the customer, as an object',
      { customer: { id: 'cus_1' }, invoice_pdf: url, hosted_invoice_url: page },
      ofCustomer,
    ],
    ['another customer', { customer: 'cus_2', invoice_pdf: url }, null],
    ['another customer, as an object', { customer: { id: 'cus_2' }, invoice_pdf: url }, null],
    ['no customer', { customer: null, invoice_pdf: url }, null],
    ['the customer, as a draft', { customer: 'cus_1' }, { ...ofCustomer, pdfUrl: null, pageUrl: null }],
    [
      'the customer, whose card is charged again',
      { customer: 'cus_1', invoice_pdf: url, hosted_invoice_url: page, next_payment_attempt: 1_800_000_000 },
      { ...ofCustomer, nextAttemptAt: new Date('2027-01-15T08:00:00.000Z') },
    ],
  ])('of %s', async (_whose, invoice, expected) => {
    stripe.respond(read, { id: 'in_1', ...fields, ...invoice });
    expect(await stripe.billing.findInvoice('cus_1', 'in_1')).toEqual(expected);
  });

  it('does not exist for an unknown invoice, but an unreachable Stripe is an error', async () => {
    expect(await stripe.billing.findInvoice('cus_1', 'in_1')).toBeNull();
    stripe.respond(read, { error: { type: 'api_error' } }, 503);
    await expect(stripe.billing.findInvoice('cus_1', 'in_1')).rejects.toMatchObject({ type: 'BillingUnavailable' });
  });
});

describe('the card of a Checkout session', () => {
  const list = 'GET /v1/checkout/sessions';
  const aSession = (id: string, created: number, customer: string | null) => ({
    id,
    setup_intent: { payment_method: { id: `pm_of_${id}`, created, customer } },
  });
  const find = (...sessions: object[]) => {
    stripe.respond(list, listOf(...sessions));
    return stripe.billing.findCheckoutCard('cus_1');
  };

  it('is the newest, also if its session was opened before another one', async () => {
    const sessions = [aSession('cs_opened_later', 1, 'cus_1'), aSession('cs_opened_first', 2, 'cus_1')];
    const card = { checkoutId: 'cs_opened_first', paymentMethod: 'pm_of_cs_opened_first' };
    expect(await find(...sessions)).toEqual(card);
    expect(await find(...sessions.toReversed())).toEqual(card);
    const params = {
      customer: 'cus_1',
      status: 'complete',
      limit: '10',
      'expand[0]': 'data.setup_intent.payment_method',
    };
    expect(paramsOf(list)).toEqual([params, params]);
  });

  it('does not come back from an earlier session when the customer removes the newest', async () => {
    expect(await find(aSession('cs_2', 2, null), aSession('cs_1', 1, 'cus_1'))).toBeNull();
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an id', 'seti_1'],
    ['an object without a payment method', { payment_method: null }],
    ['an object with the id of a payment method', { payment_method: 'pm_1' }],
  ])('is not taken from a setup intent that is %s', async (_what, intent) => {
    expect(await find({ id: 'cs_1', setup_intent: intent })).toBeNull();
    const card = { checkoutId: 'cs_0', paymentMethod: 'pm_of_cs_0' };
    expect(await find({ id: 'cs_1', setup_intent: intent }, aSession('cs_0', 0, 'cus_1'))).toEqual(card);
  });

  it('does not exist without a session', async () => expect(await find()).toBeNull());

  const charge = async (...subscriptions: object[]) => {
    stripe.respond('POST /v1/customers/cus_1', { id: 'cus_1' });
    stripe.respond('GET /v1/prices', listOf());
    stripe.respond('GET /v1/subscriptions', listOf(...subscriptions));
    stripe.respond('POST /v1/subscriptions/sub_1', { id: 'sub_1' });
    await stripe.billing.setDefaultPaymentMethod('cus_1', 'pm_1');
  };

  it.each([{ default_payment_method: 'pm_0' }, { default_source: 'card_0' }])(
    'also becomes the one of a subscription that has %j, because Stripe would charge that',
    async (own) => {
      await charge({ id: 'sub_1', status: 'trialing', created: 1, items: listOf(), ...own });
      expect(paramsOf('POST /v1/subscriptions/sub_1')).toEqual([{ default_payment_method: 'pm_1' }]);
    },
  );

  it('does not become that of a subscription that has ended or has none of its own', async () => {
    await charge({ id: 'sub_1', status: 'canceled', created: 1, items: listOf(), default_payment_method: 'pm_0' });
    await charge({
      id: 'sub_1',
      status: 'active',
      created: 1,
      items: listOf(),
      default_payment_method: null,
      default_source: null,
    });
    expect(calls()).not.toContain('POST /v1/subscriptions/sub_1');
  });

  it('becomes the one that invoices charge', async () => {
    await charge();
    expect(paramsOf('POST /v1/customers/cus_1')).toEqual([{ 'invoice_settings[default_payment_method]': 'pm_1' }]);
    expect(paramsOf('POST /v1/subscriptions/sub_1')).toEqual([]);
  });
});

describe('a paused subscription', () => {
  const resume = 'POST /v1/subscriptions/sub_1/resume';

  // By default, Stripe charges no card. Source: https://docs.stripe.com/changelog/dahlia/2026-05-27/pause-subscriptions
  it('is resumed by a charge in the same request, once per key', async () => {
    stripe.respond(resume, { id: 'sub_1' });
    await stripe.billing.resumeSubscription('sub_1', 'a-key');
    expect(stripe.requests).toMatchObject([
      {
        call: resume,
        params: { payment_behavior: 'resume_on_payment_success' },
        headers: { 'idempotency-key': 'a-key' },
      },
    ]);
  });

  it('stays paused if the card is declined, but other errors are reported', async () => {
    stripe.respond(resume, { error: { type: 'card_error', code: 'card_declined' } }, 402);
    await stripe.billing.resumeSubscription('sub_1', 'a-key');
    stripe.respond(resume, { error: { type: 'api_error' } }, 503);
    await expect(stripe.billing.resumeSubscription('sub_1', 'a-key')).rejects.toMatchObject({
      type: 'BillingUnavailable',
    });
  });
});

describe('the pages of Stripe', () => {
  const checkout = {
    customerId: 'cus_1',
    currency: 'eur',
    returnUrl: 'https://api.example.com/checkout-return',
    cancelUrl: 'https://portal.example.com/billing',
  };
  const [createCheckout, createPortal] = ['POST /v1/checkout/sessions', 'POST /v1/billing_portal/sessions'];

  it('are a Checkout that stores a card without charging it, and returns with its id', async () => {
    stripe.respond(createCheckout, { id: 'cs_1', url: 'https://checkout.example.com/cs_1' });
    expect(await stripe.billing.openCheckout(checkout)).toBe('https://checkout.example.com/cs_1');
    expect(paramsOf(createCheckout)).toEqual([
      {
        mode: 'setup',
        customer: 'cus_1',
        currency: 'eur',
        success_url: 'https://api.example.com/checkout-return?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://portal.example.com/billing',
      },
    ]);
  });

  it('have a URL: a Checkout session without one is an error', async () => {
    stripe.respond(createCheckout, { id: 'cs_1', url: null });
    const error = await stripe.billing.openCheckout(checkout).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toHaveProperty('message', 'Stripe returned a Checkout session without a URL');
  });

  it.each<[string, Record<string, string>, object]>([
    ['the default configuration', {}, {}],
    ['the set configuration', { STRIPE_PORTAL_CONFIGURATION: 'bpc_1' }, { configuration: 'bpc_1' }],
  ])('are a customer portal with %s', async (_what, environment, configuration) => {
    stripe.respond(createPortal, { id: 'bps_1', url: 'https://portal.stripe.example.com' });
    const billing = stripe.billingWith(environment);
    const returnUrl = 'https://portal.example.com/billing';
    expect(await billing.openPortal({ customerId: 'cus_1', returnUrl })).toBe('https://portal.stripe.example.com');
    expect(paramsOf(createPortal)).toEqual([{ customer: 'cus_1', return_url: returnUrl, ...configuration }]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { startStripe } from '../src/stripe/stripe.ts';

let dataDir: string;
let emulator: Awaited<ReturnType<typeof startStripe>>;
let stripe: Stripe;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const settings = { port: 0, dataDir, secretKey: 'sk_test_1', webhookSecret: 'whsec_1', log: () => undefined };
  emulator = await startStripe(settings);
  const { port } = new URL(emulator.url);
  stripe = new Stripe('sk_test_1', { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0 });
});
afterAll(async () => {
  await emulator.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const items = [{ price: 'price_monthly' }];

// Source: https://docs.stripe.com/api/subscriptions/create#create_subscription-trial_end
describe('a trial until a time', () => {
  const day = 86_400;
  const now = Math.floor(Date.now() / 1_000);
  const trial = async (params: Partial<Stripe.SubscriptionCreateParams>) => {
    const { id: customer } = await stripe.customers.create({});
    return stripe.subscriptions.create({ customer, items, ...params });
  };

  it('ends then', async () => {
    const end = now + 5 * day;
    expect(await trial({ trial_end: end })).toMatchObject({ status: 'trialing', trial_end: end });
  });

  it.each<[string, Partial<Stripe.SubscriptionCreateParams>]>([
    ['a past time', { trial_end: now - 60 }],
    ['a time in more than two years', { trial_end: now + 731 * day }],
    ['a number of days beside it', { trial_end: now + day, trial_period_days: 30 }],
  ])('cannot have %s', async (_what, params) => {
    await expect(trial(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'trial_end' });
  });
});

// Sources: the description of `resume` in the library, https://docs.stripe.com/changelog/dahlia/2026-05-27/pause-subscriptions
describe('a paused subscription', () => {
  const moveClock = (email: string, days: number) =>
    fetch(`${emulator.url}/_test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, days }),
    });

  /** A customer whose trial has ended without a card, and who then has one. */
  async function paused(number: string) {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id: customer } = await stripe.customers.create({ email });
    const trial_settings = { end_behavior: { missing_payment_method: 'pause' } } as const;
    const { id } = await stripe.subscriptions.create({ customer, items, trial_period_days: 30, trial_settings });
    await moveClock(email, 31);
    const success_url = 'https://example.com/';
    const { url } = await stripe.checkout.sessions.create({ customer, mode: 'setup', currency: 'usd', success_url });
    const body = new URLSearchParams({ number, expiry: '12 / 60', cvc: '123' });
    await fetch(url ?? '', { method: 'POST', redirect: 'manual', body });
    const [card] = (await stripe.customers.listPaymentMethods(customer)).data;
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card?.id ?? '' } });
    return { id, email };
  }
  const read = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  const charged = { payment_behavior: 'resume_on_payment_success' } as const;

  it('is active once the charge of the resumption has succeeded', async () => {
    const { id } = await paused('4242424242424242');
    expect(await stripe.subscriptions.resume(id, charged)).toMatchObject({ status: 'active' });
    expect(await read(id)).toMatchObject({ latest_invoice: { status: 'paid', total: 4_900 } });
  });

  it('stays paused while that charge fails', async () => {
    const { id } = await paused('4000000000000341');
    expect(await stripe.subscriptions.resume(id, charged)).toMatchObject({ status: 'paused' });
    const { status, latest_invoice: invoice } = await read(id);
    const { created } = invoice as Stripe.Invoice;
    expect(status).toBe('paused');
    expect(invoice).toMatchObject({ status: 'open', attempted: true, next_payment_attempt: created + 86_400 });
  });

  it('is not charged by default, and stays paused when its invoice is voided after 23 hours', async () => {
    const { id, email } = await paused('4242424242424242');
    expect(await stripe.subscriptions.resume(id)).toMatchObject({ status: 'paused' });
    expect(await read(id)).toMatchObject({ latest_invoice: { status: 'open', attempted: false } });
    await moveClock(email, 1);
    expect(await read(id)).toMatchObject({ status: 'paused', latest_invoice: { status: 'void' } });
  });
});

import * as z from 'zod';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edits } from '../src/stripe/edits.ts';
import { startStripe } from '../src/stripe/stripe.ts';

const secretKey = 'sk_test_edits';

let dataDir: string;
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  stripe = await startStripe({
    port: 0,
    ...{ dataDir, secretKey, webhookSecret: 'whsec_unused' },
    log: () => undefined,
  });
});
afterEach(async () => {
  await stripe.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function request(method: string, path: string, form?: Record<string, string>) {
  const response = await fetch(stripe.url + path, {
    method,
    headers: { authorization: `Bearer ${secretKey}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return (await response.json()) as {
    id: string;
    status?: string;
    default_source?: string;
    error?: { code: string; param: string };
  };
}

async function subscribe() {
  const { id: customer } = await request('POST', '/v1/customers', { email: 'ada@example.com' });
  const form = {
    customer,
    'items[0][price]': 'price_monthly',
    trial_period_days: '30',
    'trial_settings[end_behavior][missing_payment_method]': 'pause',
  };
  return { customer, subscription: (await request('POST', '/v1/subscriptions', form)).id };
}

const control = async (path: string, body: object) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(stripe.url + path, options)).status;
};

const PaymentMethods = z.object({ data: z.array(z.object({ id: z.string() })) });

// The order is that of https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
it.each([
  ['attachCard', 'paused'],
  ['defaultCard', 'active'],
  ['subscriptionCard', 'active'],
  ['subscriptionSource', 'active'],
  ['customerSource', 'active'],
])('a trial after the edit %s is %s at its end', async (edit, status) => {
  const { subscription } = await subscribe();
  expect(await control('/_test/edits', { edit, email: 'ada@example.com' })).toBe(200);
  await control('/_test/clock', { days: 31 });
  expect((await request('GET', `/v1/subscriptions/${subscription}`)).status).toBe(status);
});

it('a subscription cannot be charged from the card of another customer, nor from an unknown source', async () => {
  const { subscription } = await subscribe();
  await control('/_test/edits', { edit: 'customerSource' });
  const other = await request('POST', '/v1/customers', { email: 'grace@example.com' });
  await control('/_test/edits', { edit: 'attachCard', email: 'grace@example.com' });
  const methods = await request('GET', `/v1/customers/${other.id}/payment_methods`);
  const [card] = PaymentMethods.parse(methods).data;
  for (const [param, value] of [
    ['default_payment_method', card?.id ?? ''],
    ['default_payment_method', 'pm_unknown'],
    ['default_source', 'card_unknown'],
  ] as const) {
    const { error } = await request('POST', `/v1/subscriptions/${subscription}`, { [param]: value });
    expect([error?.code, error?.param]).toEqual(['resource_missing', param]);
  }
});

it('the home page has each edit, and applies it to one customer, from the same site only', async () => {
  const { customer } = await subscribe();
  const page = await (await fetch(stripe.url)).text();
  for (const { label } of Object.values(edits)) expect(page).toContain(label);
  const post = (headers: Record<string, string>) =>
    fetch(`${stripe.url}/edits`, {
      ...{ method: 'POST', redirect: 'manual', headers },
      body: new URLSearchParams({ customer, edit: 'customerSource' }),
    });
  expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await request('GET', `/v1/customers/${customer}`)).default_source).toBeNull();
  expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  expect((await request('GET', `/v1/customers/${customer}`)).default_source).toMatch(/^card_/);
});

// A list of the objects of an unknown customer is an error of the parameter; of a deleted one it is a list.
// Source: https://docs.stripe.com/error-codes#resource-missing
it.each(['subscriptions', 'invoices', 'checkout/sessions'])(
  'the %s of a customer are refused once it is unknown',
  async (list) => {
    const { customer } = await subscribe();
    const read = async () => (await request('GET', `/v1/${list}?customer=${customer}`)).error;
    await control('/_test/edits', { edit: 'deleteCustomer' });
    expect(await read()).toBeUndefined();
    const other = await request('POST', '/v1/customers', { email: 'grace@example.com' });
    await control('/_test/edits', { edit: 'forgetCustomer' });
    const { error } = await request('GET', `/v1/${list}?customer=${other.id}`);
    expect([error?.code, error?.param]).toEqual(['resource_missing', 'customer']);
    expect((await request('GET', `/v1/customers/${other.id}`)).error?.code).toBe('resource_missing');
  },
);

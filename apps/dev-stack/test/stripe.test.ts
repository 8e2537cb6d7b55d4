import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '../src/stripe/stripe.ts';
import { pollUntil } from './poll-until.ts';

const secretKey = `sk_test_${randomUUID()}`;
const webhookSecret = `whsec_${randomUUID()}`;

interface Hook {
  body: string;
  signature: string;
}

let dataDir: string;
let hooks: Hook[];
let hookStatus: number;
let mayRespond: Promise<unknown>;
let pendingHooks: { now: number; most: number };
let receiver: Server;
let stripe: Awaited<ReturnType<typeof startStripe>>;

const start = (port = 0) => {
  const webhookUrl = `http://localhost:${(receiver.address() as AddressInfo).port}`;
  return startStripe({ port, dataDir, secretKey, webhookSecret, webhookUrl, log: () => undefined });
};

beforeEach(async () => {
  [hooks, hookStatus, mayRespond, pendingHooks] = [[], 200, Promise.resolve(), { now: 0, most: 0 }];
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      hooks.push({ body, signature: String(request.headers['stripe-signature']) });
      pendingHooks.now += 1;
      pendingHooks.most = Math.max(pendingHooks.most, pendingHooks.now);
      void mayRespond.then(() => {
        pendingHooks.now -= 1;
        response.writeHead(hookStatus).end();
      });
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  stripe = await start();
});
afterEach(async () => {
  await stripe.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

interface StripeResponse {
  id: string;
  object: string;
  status: string;
  trial_end: number;
  data: { id: string }[];
  has_more: boolean;
  error: { type: string; code?: string; param?: string };
}

async function request(
  method: string,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(stripe.url + path, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as StripeResponse };
}

const postJson = (path: string, body: object) =>
  fetch(stripe.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const createCustomer = async (form: Record<string, string> = {}) => (await request('POST', '/v1/customers', form)).body;
const subscribe = async (customer: string) =>
  (
    await request('POST', '/v1/subscriptions', {
      customer,
      'items[0][price]': 'price_monthly',
      trial_period_days: '30',
      'trial_settings[end_behavior][missing_payment_method]': 'pause',
    })
  ).body;

describe('an invalid request', () => {
  it.each([
    [
      'a wrong key',
      'GET',
      '/v1/customers',
      undefined,
      { authorization: 'Bearer another' },
      [401, undefined, undefined],
    ],
    [
      'a different API version',
      'GET',
      '/v1/customers',
      undefined,
      { 'stripe-version': '2020-01-01' },
      [400, undefined, undefined],
    ],
    ['an unknown parameter', 'POST', '/v1/customers', { nickname: 'x' }, {}, [400, 'parameter_unknown', 'nickname']],
    [
      'an unknown part',
      'POST',
      '/v1/customers',
      { 'address[planet]': 'x' },
      {},
      [400, 'parameter_unknown', 'address[planet]'],
    ],
    [
      'a missing parameter',
      'POST',
      '/v1/subscriptions',
      { customer: 'cus_1' },
      {},
      [400, 'parameter_missing', 'items'],
    ],
    ['a limit above the maximum', 'GET', '/v1/customers?limit=101', undefined, {}, [400, 'parameter_invalid', 'limit']],
    ['an unknown customer', 'GET', '/v1/customers/cus_1', undefined, {}, [404, 'resource_missing', 'id']],
    [
      'an expansion of an unknown property',
      'GET',
      '/v1/prices?expand[0]=data.nothing',
      undefined,
      {},
      [400, undefined, 'expand'],
    ],
    ['an unknown URL', 'GET', '/v1/charges', undefined, {}, [404, undefined, undefined]],
  ] as const)('is rejected: %s', async (_what, method, path, form, headers, expected) => {
    const { status, body } = await request(method, path, form, headers);
    expect([status, body.error.code, body.error.param]).toEqual(expected);
  });
});

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'key-1' };

  it('replays the first response, also after a restart, and rejects different parameters', async () => {
    const first = await request('POST', '/v1/customers', { email: 'a@example.com' }, key);
    await stripe.stop();
    stripe = await start();
    const again = await request('POST', '/v1/customers', { email: 'a@example.com' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await request('POST', '/v1/customers', { email: 'b@example.com' }, key);
    expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
    expect((await request('GET', '/v1/customers')).body.data).toHaveLength(1);
  });

  it('is locked while the first request is in progress', async () => {
    await postJson('/_test/faults', { api: { delayMs: 1_000, times: 1 } });
    const both = await Promise.all([
      request('POST', '/v1/customers', {}, key),
      request('POST', '/v1/customers', {}, key),
    ]);
    const [first, second] = both.sort((a, b) => a.status - b.status);
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body.error.code).toBe('idempotency_key_in_use');
  });

  it('also replays a server error, but not a request rejected before processing', async () => {
    await postJson('/_test/faults', { api: { status: 500, times: 1 } });
    expect((await request('POST', '/v1/customers', {}, key)).status).toBe(500);
    const again = await request('POST', '/v1/customers', {}, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true']);
    const other = { 'idempotency-key': 'key-2' };
    await postJson('/_test/faults', { api: { status: 429, times: 1 } });
    expect((await request('POST', '/v1/customers', {}, other)).status).toBe(429);
    expect((await request('POST', '/v1/customers', {}, other)).status).toBe(200);
  });

  it('replays the response that was lost', async () => {
    await postJson('/_test/faults', { api: { dropResponse: true, times: 1 } });
    await expect(request('POST', '/v1/customers', {}, key)).rejects.toThrow();
    const again = await request('POST', '/v1/customers', {}, key);
    expect((await request('GET', '/v1/customers')).body.data).toEqual([again.body]);
  });
});

describe('the checkout', () => {
  it.each([
    ['4000000000000002', '12 / 60', { number: 'Your card was declined.' }],
    ['4000000000000069', '12 / 60', { number: 'Your card has expired.' }],
    ['4242424242424242', '0120', { expiry: 'Your card’s expiration date is in the past.' }],
    ['4242424242424242', '01 / 20', { expiry: 'Your card’s expiration date is in the past.' }],
    [
      '4242424242424241',
      '12',
      { number: 'Your card number is invalid.', expiry: 'Your card’s expiration date is incomplete.' },
    ],
  ])('rejects the card %s with expiry %s, and says why at each field', async (number, expiry, errors) => {
    const customer = (await createCustomer()).id;
    const urls = { success_url: 'http://localhost:1/', cancel_url: 'http://localhost:1/' };
    const { id } = (
      await request('POST', '/v1/checkout/sessions', { mode: 'setup', customer, currency: 'usd', ...urls })
    ).body;
    const body = new URLSearchParams({ number, expiry, cvc: '123' });
    const response = await fetch(`${stripe.url}/checkout/${id}`, { method: 'POST', redirect: 'manual', body });
    const page = await response.text();
    const shown = [...page.matchAll(/class="message error" id="(\w+)-message"\s*>\s*([^<]*?)\s*</g)];
    expect(Object.fromEntries(shown.map(([, name, text]) => [name, text]))).toEqual(errors);
    expect((await request('GET', `/v1/customers/${customer}/payment_methods`)).body.data).toEqual([]);
  });
});

it('deleting a customer cancels the subscription first, and is possible once', async () => {
  const { id } = await createCustomer({ email: 'leaving@example.com' });
  const { id: subscription } = await subscribe(id);
  expect((await request('DELETE', `/v1/customers/${id}`)).body).toMatchObject({ id, deleted: true });
  expect((await request('GET', `/v1/customers/${id}`)).body).toMatchObject({ id, deleted: true });
  expect((await request('GET', `/v1/subscriptions/${subscription}`)).body.status).toBe('canceled');
  const again = await request('DELETE', `/v1/customers/${id}`);
  expect([again.status, again.body.error.code]).toEqual([404, 'resource_missing']);
  const events = (await (await fetch(`${stripe.url}/_test/events`)).json()) as { type: string }[];
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['customer.subscription.deleted', 'customer.deleted']);
});

it('lists the unpaid invoices of a customer', async () => {
  const [debtor, other] = [await createCustomer(), await createCustomer()];
  const sent = { collection_method: 'send_invoice', days_until_due: '30' };
  for (const { id } of [debtor, other])
    await request('POST', '/v1/subscriptions', { customer: id, 'items[0][price]': 'price_monthly', ...sent });
  const open = (await request('GET', `/v1/invoices?customer=${debtor.id}&status=open`)).body.data;
  expect(open).toEqual([expect.objectContaining({ customer: debtor.id, status: 'open', amount_remaining: 4_900 })]);
  expect((await request('GET', `/v1/invoices?customer=${debtor.id}&status=paid`)).body.data).toEqual([]);
});

describe('a list', () => {
  it('has pages, newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await createCustomer()).id);
    const first = (await request('GET', '/v1/customers?limit=2')).body;
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const rest = (await request('GET', `/v1/customers?limit=2&starting_after=${ids[1] ?? ''}`)).body;
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(2), false]);
    const back = (await request('GET', `/v1/customers?ending_before=${ids[2] ?? ''}`)).body;
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });
});

describe('the clock', () => {
  const statusOf = async (id: string) => (await request('GET', `/v1/subscriptions/${id}`)).body.status;
  const stripeClock = async () => (await (await fetch(`${stripe.url}/_test/clock`)).json()) as { now: number };
  const typesOf = async () => {
    const events = (await (await fetch(`${stripe.url}/_test/events`)).json()) as { type: string }[];
    return events.map(({ type }) => type);
  };

  it('triggers the warning and the end of a trial, and survives a restart', async () => {
    const { id } = await subscribe((await createCustomer()).id);
    await postJson('/_test/clock', { days: 28 });
    expect(await typesOf()).toContain('customer.subscription.trial_will_end');
    await stripe.stop();
    stripe = await start();
    await postJson('/_test/clock', { days: 3 });
    expect(await statusOf(id)).toBe('paused');
    expect((await typesOf()).filter((type) => type.endsWith('trial_will_end'))).toHaveLength(1);
  });

  it('can be moved for one customer without ending the trials of others', async () => {
    const [mover, other] = [await createCustomer({ email: 'mover@example.com' }), await createCustomer()];
    const [moved, left] = [await subscribe(mover.id), await subscribe(other.id)];
    const before = (await stripeClock()).now;
    expect((await postJson('/_test/clock', { days: 31, email: 'mover@example.com' })).status).toBe(200);
    expect([await statusOf(moved.id), await statusOf(left.id)]).toEqual(['paused', 'trialing']);
    expect((await stripeClock()).now - before).toBeLessThan(86_400);
    await stripe.stop();
    stripe = await start();
    const later = await subscribe(mover.id);
    expect(later.trial_end - moved.trial_end).toBeGreaterThanOrEqual(31 * 86_400);
    expect((await postJson('/_test/clock', { days: 31, email: 'nobody@example.com' })).status).toBe(404);
  });

  it('is reported by an event for each customer in a trial', async () => {
    const [mover, other] = [await createCustomer({ email: 'mover@example.com' }), await createCustomer()];
    for (const { id } of [mover, other]) await subscribe(id);
    const before = (await stripeClock()).now;
    await postJson('/_test/clock', { days: 24, email: 'mover@example.com' });
    const events = (await (await fetch(`${stripe.url}/_test/events`)).json()) as {
      type: string;
      created: number;
      data: { object: { id: string } };
    }[];
    const updates = events.filter(({ type }) => type === 'customer.updated');
    expect(updates.map(({ data }) => data.object.id)).toEqual([mover.id]);
    expect((updates[0]?.created ?? 0) - before).toBeGreaterThanOrEqual(24 * 86_400);
    await postJson('/_test/clock', { days: 7 });
    const later = (await (await fetch(`${stripe.url}/_test/events`)).json()) as typeof events;
    const ids = later.filter(({ type }) => type === 'customer.updated').map(({ data }) => data.object.id);
    // The trial of the first customer has ended.
    expect(ids).toEqual([mover.id, other.id]);
  });

  it('cancels a plan at the end of its period, however far it is moved', async () => {
    const customer = (await createCustomer()).id;
    const { id } = await subscribe(customer);
    const { body: portal } = await request('POST', '/v1/billing_portal/sessions', { customer });
    await fetch(`${stripe.url}/portal/${portal.id}/cancel`, { method: 'POST', redirect: 'manual' });
    await postJson('/_test/clock', { days: 40 });
    const { body } = await request('GET', `/v1/subscriptions/${id}`);
    expect(body).toMatchObject({ status: 'canceled', ended_at: body.trial_end });
  });

  it('renews a plan with a valid card, and cancels one whose card always fails', async () => {
    const enter = async (customer: string, number: string) => {
      const form = {
        mode: 'setup',
        customer,
        currency: 'usd',
        success_url: 'http://localhost:1/{CHECKOUT_SESSION_ID}',
      };
      const { id } = (await request('POST', '/v1/checkout/sessions', form)).body;
      const entered = await fetch(`${stripe.url}/checkout/${id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number, expiry: '12/60', cvc: '123' }),
      });
      expect(entered.headers.get('location')).toBe(`http://localhost:1/${id}`);
      const method = (await request('GET', `/v1/customers/${customer}/payment_methods`)).body.data[0]?.id ?? '';
      await request('POST', `/v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': method });
    };
    const [good, bad] = [await createCustomer(), await createCustomer()];
    await enter(good.id, '4242424242424242');
    await enter(bad.id, '4000000000000341');
    const [paying, failing] = [await subscribe(good.id), await subscribe(bad.id)];
    await postJson('/_test/clock', { days: 31 });
    expect([await statusOf(paying.id), await statusOf(failing.id)]).toEqual(['active', 'past_due']);
    await postJson('/_test/clock', { days: 40 });
    expect([await statusOf(paying.id), await statusOf(failing.id)]).toEqual(['active', 'canceled']);
    expect((await typesOf()).filter((type) => type === 'invoice.paid').length).toBeGreaterThanOrEqual(4);
  });
});

describe('a webhook', () => {
  it('is signed', async () => {
    await createCustomer();
    const { body, signature } = await pollUntil(() => Promise.resolve(hooks[0]));
    const [, time = '', sent = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(sent).toBe(createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex'));
    expect((JSON.parse(body) as { type: string }).type).toBe('customer.created');
  });

  it('is retried until it is accepted, also after a restart', async () => {
    hookStatus = 500;
    await createCustomer();
    await pollUntil(() => Promise.resolve(hooks[0]));
    await stripe.stop();
    hookStatus = 200;
    stripe = await start();
    const [first, again] = await pollUntil(() => Promise.resolve(hooks.length > 1 ? hooks : undefined));
    expect(again?.body).toBe(first?.body);
  });

  it('can be delayed', async () => {
    await postJson('/_test/webhooks', { delayMs: 400 });
    const askedAt = performance.now();
    await createCustomer();
    await pollUntil(() => Promise.resolve(hooks[0]));
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(400);
  });

  it('is sent with at most twenty concurrent requests', async () => {
    let respond = () => {};
    mayRespond = new Promise<void>((resolve) => (respond = resolve));
    await postJson('/_test/webhooks', { times: 100 });
    await createCustomer();
    await pollUntil(() => Promise.resolve(pendingHooks.now >= 20 || undefined));
    respond();
    await pollUntil(() => Promise.resolve(hooks.length === 100 || undefined));
    expect(pendingHooks.most).toBe(20);
  });

  it('can be held back, repeated and reordered', async () => {
    await postJson('/_test/webhooks', { paused: true });
    const { id } = await createCustomer({ name: 'One' });
    await request('POST', `/v1/customers/${id}`, { name: 'Two' });
    expect(hooks).toEqual([]);
    await postJson('/_test/webhooks', { paused: false, times: 2, order: 'reversed' });
    const sent = await pollUntil(() => Promise.resolve(hooks.length === 4 ? hooks : undefined));
    const types = sent.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.filter((type) => type === 'customer.created')).toHaveLength(2);
    expect(types.filter((type) => type === 'customer.updated')).toHaveLength(2);
  });
});

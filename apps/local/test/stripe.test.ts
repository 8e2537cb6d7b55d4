import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '../src/stripe/stripe.ts';
import { until } from './until.ts';

const secretKey = `sk_test_${randomUUID()}`;
const webhookSecret = `whsec_${randomUUID()}`;

interface Hook {
  body: string;
  signature: string;
}

let dataDir: string;
let hooks: Hook[];
let hookStatus: number;
let mayAnswer: Promise<unknown>;
let unanswered: { now: number; most: number };
let receiver: Server;
let stripe: Awaited<ReturnType<typeof startStripe>>;

const start = (port = 0) => {
  const webhookUrl = `http://localhost:${(receiver.address() as AddressInfo).port}`;
  return startStripe({ port, dataDir, secretKey, webhookSecret, webhookUrl, log: () => undefined });
};

beforeEach(async () => {
  [hooks, hookStatus, mayAnswer, unanswered] = [[], 200, Promise.resolve(), { now: 0, most: 0 }];
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      hooks.push({ body, signature: String(request.headers['stripe-signature']) });
      unanswered.now += 1;
      unanswered.most = Math.max(unanswered.most, unanswered.now);
      void mayAnswer.then(() => {
        unanswered.now -= 1;
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

interface Answer {
  id: string;
  object: string;
  status: string;
  trial_end: number;
  data: { id: string }[];
  has_more: boolean;
  error: { type: string; code?: string; param?: string };
}

async function ask(method: string, path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(stripe.url + path, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

const tell = (path: string, body: object) =>
  fetch(stripe.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const makeCustomer = async (form: Record<string, string> = {}) => (await ask('POST', '/v1/customers', form)).body;
const subscribe = async (customer: string) =>
  (
    await ask('POST', '/v1/subscriptions', {
      customer,
      'items[0][price]': 'price_monthly',
      trial_period_days: '30',
      'trial_settings[end_behavior][missing_payment_method]': 'pause',
    })
  ).body;

describe('what it refuses', () => {
  it.each([
    [
      'a foreign key',
      'GET',
      '/v1/customers',
      undefined,
      { authorization: 'Bearer another' },
      [401, undefined, undefined],
    ],
    [
      'another version',
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
    ['a missing one', 'POST', '/v1/subscriptions', { customer: 'cus_1' }, {}, [400, 'parameter_missing', 'items']],
    ['a limit that is too high', 'GET', '/v1/customers?limit=101', undefined, {}, [400, 'parameter_invalid', 'limit']],
    ['an unknown customer', 'GET', '/v1/customers/cus_1', undefined, {}, [404, 'resource_missing', 'id']],
    ['what can’t be expanded', 'GET', '/v1/prices?expand[0]=data.nothing', undefined, {}, [400, undefined, 'expand']],
    ['an unknown address', 'GET', '/v1/charges', undefined, {}, [404, undefined, undefined]],
  ] as const)('%s', async (_what, method, path, form, headers, expected) => {
    const { status, body } = await ask(method, path, form, headers);
    expect([status, body.error.code, body.error.param]).toEqual(expected);
  });
});

describe('idempotency keys', () => {
  const key = { 'idempotency-key': 'key-1' };

  it('give the first answer again, also after a restart, and refuse other parameters', async () => {
    const first = await ask('POST', '/v1/customers', { email: 'a@example.com' }, key);
    await stripe.stop();
    stripe = await start();
    const again = await ask('POST', '/v1/customers', { email: 'a@example.com' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await ask('POST', '/v1/customers', { email: 'b@example.com' }, key);
    expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
    expect((await ask('GET', '/v1/customers')).body.data).toHaveLength(1);
  });

  it('are taken while the first request is under way', async () => {
    await tell('/_test/faults', { api: { delayMs: 1_000, times: 1 } });
    const both = await Promise.all([ask('POST', '/v1/customers', {}, key), ask('POST', '/v1/customers', {}, key)]);
    const [first, second] = both.sort((one, other) => one.status - other.status);
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body.error.code).toBe('idempotency_key_in_use');
  });

  it('give the first answer again also where that was a failure, but not what was never begun', async () => {
    await tell('/_test/faults', { api: { status: 500, times: 1 } });
    expect((await ask('POST', '/v1/customers', {}, key)).status).toBe(500);
    const again = await ask('POST', '/v1/customers', {}, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true']);
    const other = { 'idempotency-key': 'key-2' };
    await tell('/_test/faults', { api: { status: 429, times: 1 } });
    expect((await ask('POST', '/v1/customers', {}, other)).status).toBe(429);
    expect((await ask('POST', '/v1/customers', {}, other)).status).toBe(200);
  });

  it('find what was done when the answer was lost', async () => {
    await tell('/_test/faults', { api: { loseAnswer: true, times: 1 } });
    await expect(ask('POST', '/v1/customers', {}, key)).rejects.toThrow();
    const again = await ask('POST', '/v1/customers', {}, key);
    expect((await ask('GET', '/v1/customers')).body.data).toEqual([again.body]);
  });
});

describe('its checkout', () => {
  it.each([
    ['4000000000000002', '12 / 60', 'Your card was declined.'],
    ['4000000000000069', '12 / 60', 'Your card has expired.'],
    ['4242424242424242', '01 / 20', 'Your card’s expiration date is in the past.'],
    ['4242424242424241', '12 / 60', 'Your card number is invalid.'],
  ])('keeps no card %s of %s, and says why', async (number, expiry, why) => {
    const customer = (await makeCustomer()).id;
    const urls = { success_url: 'http://localhost:1/', cancel_url: 'http://localhost:1/' };
    const { id } = (await ask('POST', '/v1/checkout/sessions', { mode: 'setup', customer, currency: 'usd', ...urls }))
      .body;
    const body = new URLSearchParams({ number, expiry, cvc: '123' });
    const answer = await fetch(`${stripe.url}/checkout/${id}`, { method: 'POST', redirect: 'manual', body });
    expect(await answer.text()).toContain(why);
    expect((await ask('GET', `/v1/customers/${customer}/payment_methods`)).body.data).toEqual([]);
  });
});

describe('lists', () => {
  it('come in pages, the newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await makeCustomer()).id);
    const first = (await ask('GET', '/v1/customers?limit=2')).body;
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const rest = (await ask('GET', `/v1/customers?limit=2&starting_after=${ids[1] ?? ''}`)).body;
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(2), false]);
    const back = (await ask('GET', `/v1/customers?ending_before=${ids[2] ?? ''}`)).body;
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });
});

describe('its clock', () => {
  const statusOf = async (id: string) => (await ask('GET', `/v1/subscriptions/${id}`)).body.status;
  const stripeClock = async () => (await (await fetch(`${stripe.url}/_test/clock`)).json()) as { now: number };
  const typesOf = async () => {
    const events = (await (await fetch(`${stripe.url}/_test/events`)).json()) as { type: string }[];
    return events.map(({ type }) => type);
  };

  it('brings the warning and the end of a trial, and outlives a restart', async () => {
    const { id } = await subscribe((await makeCustomer()).id);
    await tell('/_test/clock', { days: 28 });
    expect(await typesOf()).toContain('customer.subscription.trial_will_end');
    await stripe.stop();
    stripe = await start();
    await tell('/_test/clock', { days: 3 });
    expect(await statusOf(id)).toBe('paused');
    expect((await typesOf()).filter((type) => type.endsWith('trial_will_end'))).toHaveLength(1);
  });

  it('can be moved for one customer: nobody else’s trial ends', async () => {
    const [mover, other] = [await makeCustomer({ email: 'mover@example.com' }), await makeCustomer()];
    const [moved, left] = [await subscribe(mover.id), await subscribe(other.id)];
    const before = (await stripeClock()).now;
    expect((await tell('/_test/clock', { days: 31, email: 'mover@example.com' })).status).toBe(200);
    expect([await statusOf(moved.id), await statusOf(left.id)]).toEqual(['paused', 'trialing']);
    expect((await stripeClock()).now - before).toBeLessThan(86_400);
    await stripe.stop();
    stripe = await start();
    const later = await subscribe(mover.id);
    expect(later.trial_end - moved.trial_end).toBeGreaterThanOrEqual(31 * 86_400);
    expect((await tell('/_test/clock', { days: 31, email: 'nobody@example.com' })).status).toBe(404);
  });

  it('ends a plan that was cancelled with its period, however far it is moved', async () => {
    const customer = (await makeCustomer()).id;
    const { id } = await subscribe(customer);
    const { body: portal } = await ask('POST', '/v1/billing_portal/sessions', { customer });
    await fetch(`${stripe.url}/portal/${portal.id}/cancel`, { method: 'POST', redirect: 'manual' });
    await tell('/_test/clock', { days: 40 });
    const { body } = await ask('GET', `/v1/subscriptions/${id}`);
    expect(body).toMatchObject({ status: 'canceled', ended_at: body.trial_end });
  });

  it('renews a plan that has a card, and ends one whose card never works', async () => {
    const enter = async (customer: string, number: string) => {
      const form = {
        mode: 'setup',
        customer,
        currency: 'usd',
        success_url: 'http://localhost:1/{CHECKOUT_SESSION_ID}',
      };
      const { id } = (await ask('POST', '/v1/checkout/sessions', form)).body;
      const entered = await fetch(`${stripe.url}/checkout/${id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number, expiry: '12/60', cvc: '123' }),
      });
      expect(entered.headers.get('location')).toBe(`http://localhost:1/${id}`);
      const method = (await ask('GET', `/v1/customers/${customer}/payment_methods`)).body.data[0]?.id ?? '';
      await ask('POST', `/v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': method });
    };
    const [good, bad] = [await makeCustomer(), await makeCustomer()];
    await enter(good.id, '4242424242424242');
    await enter(bad.id, '4000000000000341');
    const [paying, failing] = [await subscribe(good.id), await subscribe(bad.id)];
    await tell('/_test/clock', { days: 31 });
    expect([await statusOf(paying.id), await statusOf(failing.id)]).toEqual(['active', 'past_due']);
    await tell('/_test/clock', { days: 40 });
    expect([await statusOf(paying.id), await statusOf(failing.id)]).toEqual(['active', 'canceled']);
    expect((await typesOf()).filter((type) => type === 'invoice.paid').length).toBeGreaterThanOrEqual(4);
  });
});

describe('webhooks', () => {
  it('are signed', async () => {
    await makeCustomer();
    const { body, signature } = await until(() => Promise.resolve(hooks[0]));
    const [, time = '', sent = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(sent).toBe(createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex'));
    expect((JSON.parse(body) as { type: string }).type).toBe('customer.created');
  });

  it('are sent again until they are taken, also after a restart', async () => {
    hookStatus = 500;
    await makeCustomer();
    await until(() => Promise.resolve(hooks[0]));
    await stripe.stop();
    hookStatus = 200;
    stripe = await start();
    const [first, again] = await until(() => Promise.resolve(hooks.length > 1 ? hooks : undefined));
    expect(again?.body).toBe(first?.body);
  });

  it('are sent late on demand', async () => {
    await tell('/_test/webhooks', { delayMs: 400 });
    const askedAt = performance.now();
    await makeCustomer();
    await until(() => Promise.resolve(hooks[0]));
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(400);
  });

  it('are sent twenty at a time', async () => {
    let answer = () => {};
    mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await tell('/_test/webhooks', { times: 100 });
    await makeCustomer();
    await until(() => Promise.resolve(unanswered.now >= 20 || undefined));
    answer();
    await until(() => Promise.resolve(hooks.length === 100 || undefined));
    expect(unanswered.most).toBe(20);
  });

  it('are held, doubled and turned around on demand', async () => {
    await tell('/_test/webhooks', { hold: true });
    const { id } = await makeCustomer({ name: 'One' });
    await ask('POST', `/v1/customers/${id}`, { name: 'Two' });
    expect(hooks).toEqual([]);
    await tell('/_test/webhooks', { hold: false, times: 2, order: 'reversed' });
    const sent = await until(() => Promise.resolve(hooks.length === 4 ? hooks : undefined));
    const types = sent.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.filter((type) => type === 'customer.created')).toHaveLength(2);
    expect(types.filter((type) => type === 'customer.updated')).toHaveLength(2);
  });
});

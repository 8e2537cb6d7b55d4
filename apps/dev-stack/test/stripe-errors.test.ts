import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { scenarios } from '../src/stripe/scenarios.ts';
import { startStripe } from '../src/stripe/stripe.ts';

// The official client against the emulator, with the errors that it documents.
// Sources: https://docs.stripe.com/api/errors/handling, https://docs.stripe.com/error-handling

const settings = { secretKey: 'sk_test_errors', webhookSecret: 'whsec_errors' };

let dataDir: string;
let emulator: Awaited<ReturnType<typeof startStripe>>;
/** The events that arrived. */
const received: { body: string; signature: string }[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  emulator = await startStripe({ port: 0, dataDir, ...settings, webhookUrl, log: () => undefined });
});
afterAll(async () => {
  await emulator.stop();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  received.length = 0;
});
afterEach(() => play('normal'));

const clientWith = (key: string) => {
  const { hostname, port } = new URL(emulator.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};
const client = () => clientWith(settings.secretKey);

async function play(name: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify({ name }) };
  return (await fetch(`${emulator.url}/_test/scenario`, options)).status;
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const create = (idempotencyKey?: string, email = 'ada@example.com') =>
  client().customers.create({ email }, idempotencyKey === undefined ? {} : { idempotencyKey });

const { errors } = Stripe;

it.each([
  ['key_rejected', errors.StripeAuthenticationError, { statusCode: 401 }],
  ['permission_missing', errors.StripePermissionError, { statusCode: 403 }],
  [
    'card_declined',
    errors.StripeCardError,
    { statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' },
  ],
  ['rate_limited', errors.StripeRateLimitError, { statusCode: 429, code: 'rate_limit' }],
  ['lock_timeout', errors.StripeRateLimitError, { statusCode: 429, code: 'lock_timeout' }],
  ['server_error', errors.StripeAPIError, { statusCode: 500 }],
  ['lost_response', errors.StripeConnectionError, {}],
])('the scenario %s gives the client the documented error', async (name, type, fields) => {
  expect(await play(name)).toBe(200);
  const error = await errorOf(create());
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject(fields);
});

it('another key is an authentication error, and an unknown object or parameter an invalid request', async () => {
  expect(await errorOf(clientWith('sk_test_other').customers.list())).toBeInstanceOf(errors.StripeAuthenticationError);
  for (const [work, code] of [
    [client().customers.retrieve('cus_unknown'), 'resource_missing'],
    [client().customers.update('cus_unknown', { name: 'x'.repeat(300) }), 'parameter_invalid'],
  ] as const) {
    const error = await errorOf(work);
    expect(error).toBeInstanceOf(errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ code });
  }
});

it('other parameters under an idempotency key are an idempotency error', async () => {
  await create('a-key');
  expect(await errorOf(create('a-key', 'grace@example.com'))).toBeInstanceOf(errors.StripeIdempotencyError);
});

// Source: https://docs.stripe.com/api/idempotent_requests
it.each([
  ['card_declined', errors.StripeCardError],
  ['server_error', errors.StripeAPIError],
])('the error %s is replayed for its idempotency key after the cause is gone', async (name, type) => {
  await play(name);
  await errorOf(create(name));
  await play('normal');
  const error = await errorOf(create(name));
  expect(error).toBeInstanceOf(type);
  expect(error).toHaveProperty('headers.idempotent-replayed', 'true');
});

it('a limited request can be repeated with its idempotency key', async () => {
  await play('rate_limited');
  await errorOf(create('a-limited-key'));
  await play('normal');
  expect((await create('a-limited-key')).email).toBe('ada@example.com');
});

/** The events of an object that have arrived, once there are so many. */
async function arrived(id: string, count: number): Promise<Stripe.Event[]> {
  const ofObject = () =>
    received
      .map(({ body, signature }) => client().webhooks.constructEvent(body, signature, settings.webhookSecret))
      .filter(({ data: { object } }) => 'id' in object && object.id === id);
  for (const deadline = Date.now() + 5_000; ofObject().length < count && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return ofObject();
}

it('an event has a signature that the client verifies, and another secret or body is refused', async () => {
  const { id } = await create();
  expect(await arrived(id, 1)).toMatchObject([{ type: 'customer.created' }]);
  const [{ body, signature } = { body: '', signature: '' }] = received;
  for (const [changed, secret] of [
    [`${body} `, settings.webhookSecret],
    [body, 'whsec_other'],
  ] as const) {
    expect(() => client().webhooks.constructEvent(changed, signature, secret)).toThrow(
      errors.StripeSignatureVerificationError,
    );
  }
});

it('events arrive twice, held back, or of another API version', async () => {
  await play('events_twice');
  const { id } = await create();
  const [first, second] = await arrived(id, 2);
  expect(first).toEqual(second);
  await play('events_held');
  received.length = 0;
  for (const name of ['first', 'second']) await client().customers.update(id, { name });
  expect(await errorOf(create())).toBeNull();
  expect(received).toEqual([]);
  await play('normal');
  const types = (await arrived(id, 2)).map(({ type }) => type);
  expect(types).toEqual(['customer.updated', 'customer.updated']);
  await play('events_old_version');
  const items = [{ price: 'price_monthly' }];
  const subscription = await client().subscriptions.create({ customer: id, items, trial_period_days: 30 });
  const [created] = await arrived(subscription.id, 1);
  expect(created).toMatchObject({
    api_version: '2020-08-27',
    data: { object: { current_period_end: subscription.trial_end } },
  });
});

it('the home page has a switch with each scenario, from the same site only', async () => {
  const page = await (await fetch(emulator.url)).text();
  for (const { label } of Object.values(scenarios)) expect(page).toContain(label);
  const post = async (site: string) => {
    const body = new URLSearchParams({ mode: 'rate_limited' });
    const options = { method: 'POST', body, headers: { 'sec-fetch-site': site }, redirect: 'manual' } as const;
    return (await fetch(`${emulator.url}/mode`, options)).status;
  };
  expect(await post('cross-site')).toBe(403);
  expect(await errorOf(create())).toBeNull();
  expect(await post('same-origin')).toBe(303);
  expect(await errorOf(create())).toBeInstanceOf(errors.StripeRateLimitError);
});

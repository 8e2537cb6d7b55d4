import { SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ApiError } from '../../../src/platform/errors/api-error.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { IdempotencyKeyExhausted } from '../../../src/integrations/stripe/billing-provider.ts';
import { clientConfig } from '../../../src/integrations/stripe/client.ts';
import { startFakeStripe, type FakeStripe } from '../../support/fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const update = 'POST /v1/customers/cus_1';

/** The error of a request that Stripe answers like this. */
function errorOf(status: number, error: object, headers: Record<string, string> = {}): Promise<unknown> {
  stripe.respond(update, { error }, status, headers);
  return stripe.billing.updateEmail('cus_1', 'ada@example.com').catch((reason: unknown) => reason);
}

const unavailable = (message: string) => ({ type: 'BillingUnavailable', retryAfter: 30, cause: { message } });

const misconfigured = (message: string) => ({ ...unavailable(message), type: 'BillingMisconfigured' });

describe('an error of Stripe', () => {
  it.each([
    [429, {}, 'Stripe’s rate limit is exceeded. Try again later.'],
    [500, {}, 'Stripe responded with 500.'],
    [409, { code: 'lock_timeout' }, 'Stripe responded with 409, lock_timeout.'],
    [404, { code: 'resource_missing', param: 'id' }, 'Stripe responded with 404, resource_missing, id.'],
  ])(
    '%i %j means that Stripe is unavailable, and the log has the reason for an operator',
    async (status, error, message) => {
      const caught = await errorOf(status, error);
      expect(caught).toBeInstanceOf(ApiError);
      expect(caught).toMatchObject(unavailable(message));
    },
  );

  // The message of Stripe is that of https://github.com/stripe/stripe-node/issues/2246
  const permission = (name: string) =>
    `The provided key 'rk_test_***d' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${name}' permission would allow this request to continue.`;
  const check = 'Check STRIPE_SECRET_KEY, and the permissions of a restricted key.';
  it.each([
    [401, 'Invalid API Key provided: sk_test_***d', 'it rejected the API key. Check STRIPE_SECRET_KEY.'],
    [403, permission('rak_customer_write'), `the API key lacks the permission rak_customer_write. ${check}`],
    [403, permission('webhook_read'), `the API key lacks the permission webhook_read. ${check}`],
    [403, 'Not allowed', `the API key lacks a permission. ${check}`],
  ])('%i says that the problem is ours, and to operators what to check', async (status, message, reason) => {
    const caught = await errorOf(status, { type: 'invalid_request_error', message });
    expect(caught).toMatchObject({
      ...misconfigured(`Stripe responded with ${status}: ${reason}`),
      status: 503,
      message: 'Billing is not available because of a problem on our side. Try again later.',
    });
  });

  it('says what to check if Stripe is unreachable', async () => {
    const unreachable = stripe.billingWith({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    await expect(unreachable.updateEmail('cus_1', 'ada@example.com')).rejects.toMatchObject(
      unavailable('Stripe is unreachable or timed out. Check STRIPE_API_URL and the network.'),
    );
  });

  it('about a parameter is a bug of ours: it does not mean that Stripe is unavailable', async () => {
    const caught = await errorOf(400, { code: 'parameter_invalid', param: 'address[line1]' });
    expect(caught).toBeInstanceOf(AppError);
    expect(caught).not.toBeInstanceOf(ApiError);
    expect(caught).toHaveProperty('message', 'Stripe responded with 400, parameter_invalid, address[line1].');
  });

  it.each([['-code'], ['code-'], ['x'.repeat(81)], ['']])('has no detail %j in its message', async (code) => {
    expect(await errorOf(400, { code, param: 'x'.repeat(80) })).toHaveProperty(
      'message',
      `Stripe responded with 400, ${'x'.repeat(80)}.`,
    );
  });

  it('is also mapped in a list', async () => {
    stripe.respond('GET /v1/customers', { error: {} }, 401);
    const list = async () => {
      for await (const _customer of stripe.billing.listCustomers());
    };
    await expect(list()).rejects.toMatchObject(
      misconfigured('Stripe responded with 401: it rejected the API key. Check STRIPE_SECRET_KEY.'),
    );
  });
});

describe('an idempotency key', () => {
  const replayed = { 'idempotent-replayed': 'true' };

  it.each<[string, number, object, Record<string, string>, boolean]>([
    ['is replaced after an error that Stripe replays', 500, {}, replayed, true],
    ['is replaced after a later error that Stripe replays', 503, {}, replayed, true],
    ['is replaced after a request with other parameters', 400, { type: 'idempotency_error' }, {}, true],
    ['stays after an error of this attempt', 500, {}, {}, false],
    ['stays after an error that is not a replay', 500, {}, { 'idempotent-replayed': 'false' }, false],
    ['stays while a request with the key has not ended', 409, { type: 'idempotency_error' }, {}, false],
    ['stays after a declined card that Stripe replays', 402, { type: 'card_error' }, replayed, false],
  ])('%s', async (_what, status, error, headers, isExhausted) => {
    const { cause } = (await errorOf(status, error, headers)) as Error;
    expect(cause).toBeInstanceOf(AppError);
    expect(cause instanceof IdempotencyKeyExhausted).toBe(isExhausted);
  });
});

describe('the connection to Stripe', () => {
  const configOf = (STRIPE_API_URL: string, STRIPE_TIMEOUT_MS = 10_000) =>
    clientConfig({ STRIPE_API_URL, STRIPE_TIMEOUT_MS });

  it.each([
    ['https://api.stripe.com', { host: 'api.stripe.com', protocol: 'https', port: 443 }],
    ['https://stripe.example.com:8443', { host: 'stripe.example.com', protocol: 'https', port: '8443' }],
    ['http://stripe.internal', { host: 'stripe.internal', protocol: 'http', port: 80 }],
    ['http://localhost:9006', { host: 'localhost', protocol: 'http', port: '9006' }],
  ])('goes to %s', (url, expected) => expect(configOf(url)).toMatchObject(expected));

  it('leaves time for another attempt, but never less than four seconds', () => {
    expect(configOf('https://api.stripe.com', 20_000)).toMatchObject({ timeout: 10_000, maxNetworkRetries: 1 });
    expect(configOf('https://api.stripe.com', 2_500)).toMatchObject({ timeout: 4_000 });
  });

  it('is traced under the name of the method', async () => {
    stripe.respond(update, { id: 'cus_1' });
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    await stripe.billing.updateEmail('cus_1', 'ada@example.com');
    trace.disable();
    const spans = exporter.getFinishedSpans().map(({ name, kind }) => [name, kind]);
    expect(spans).toEqual([['stripe updateEmail', SpanKind.CLIENT]]);
  });

  it('reports no measurements to Stripe', async () => {
    stripe.respond(update, { id: 'cus_1' });
    for (const email of ['ada@example.com', 'grace@example.com']) await stripe.billing.updateEmail('cus_1', email);
    expect(stripe.requests).toHaveLength(2);
    for (const { headers } of stripe.requests) expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
  });
});

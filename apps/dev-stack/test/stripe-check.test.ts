import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenApiDocument } from '../src/stripe-check/openapi.ts';
import { createValidator } from '../src/stripe-check/validator.ts';
import { readRecording, type Exchange, type RecordedLine } from '../src/stripe/http/recording.ts';
import { startStripe } from '../src/stripe/stripe.ts';
import { pollUntil } from './poll-until.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** A small API in the format of Stripe’s OpenAPI document. */
const subset = {
  paths: {
    '/v1/customers': {
      get: {
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 200: json({ type: 'array', items: ref('customer') }), default: json(ref('error')) },
      },
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  email: text,
                  validate: { type: 'boolean' },
                  address: {
                    anyOf: [
                      { type: 'object', properties: { city: text } },
                      { type: 'string', enum: [''] },
                    ],
                  },
                  expand: { type: 'array', items: text },
                },
                required: ['email'],
              },
            },
          },
        },
        responses: { 200: json(ref('customer')), default: json(ref('error')) },
      },
    },
    '/v1/customers/{id}': { get: { responses: { 200: json(ref('customer')), default: json(ref('error')) } } },
    '/v1/customers/search': { get: { responses: { 200: json({ type: 'string' }), default: json(ref('error')) } } },
  },
  components: {
    schemas: {
      customer: {
        type: 'object',
        properties: { id: text, city: { type: 'string', nullable: true } },
        required: ['id', 'city'],
      },
      error: { type: 'object', properties: { error: { type: 'object', properties: { type: text } } } },
      event: {
        type: 'object',
        // Like Stripe’s document, which lists one event type.
        properties: { id: text, type: { type: 'string', enum: ['account.authorized'] }, data: { type: 'object' } },
        required: ['id', 'type', 'data'],
      },
    },
  },
  'x-webhookEvents': { 'customer.updated': { object: ref('customer') } },
};
const validate = createValidator(OpenApiDocument.parse(subset));

const customer = { id: 'cus_1', city: null };
const post: Exchange = {
  method: 'POST',
  path: '/v1/customers',
  query: '',
  body: 'email=a%40example.com&validate=true&address[city]=Rome&expand[0]=tax_ids',
  status: 200,
  response: customer,
};
const get: Exchange = { ...post, method: 'GET', path: '/v1/customers/cus_1', body: '' };
const refused = { error: { type: 'invalid_request_error' } };
const changed = {
  id: 'evt_1',
  type: 'customer.updated',
  data: { object: customer, previous_attributes: { city: 'Rome' } },
};

describe('the validator', () => {
  it.each<[string, RecordedLine, string]>([
    ['an event', { event: changed }, 'event customer.updated'],
    ['a form', post, 'POST /v1/customers'],
    ['a form that unsets a field', { ...post, body: 'email=a&address=' }, 'POST /v1/customers'],
    ['a query', { ...get, path: '/v1/customers', query: 'limit=10', response: [customer] }, 'GET /v1/customers'],
    ['a path with an id', { ...get, response: { ...customer, city: 'Rome' } }, 'GET /v1/customers/{id}'],
    ['a more specific path', { ...get, path: '/v1/customers/search', response: '' }, 'GET /v1/customers/search'],
    ['an error', { ...post, status: 400, response: refused }, 'POST /v1/customers'],
  ])('accepts %s', (_what, exchange, operation) => expect(validate(exchange)).toEqual({ operation, violations: [] }));

  it.each<[string, RecordedLine, string]>([
    ['an unknown event', { event: { ...changed, type: 'city.updated' } }, 'city.updated is not an event'],
    ['an event with an additional field', { event: { ...changed, city: '' } }, 'the root must NOT have additional'],
    [
      'an event with a wrong object',
      { event: { ...changed, data: { object: { id: '' } } } },
      "/data/object must have required property 'city'",
    ],
    [
      'an event with unknown previous attributes',
      { event: { ...changed, data: { object: customer, previous_attributes: { town: '' } } } },
      '/data/previous_attributes must NOT have additional',
    ],
    ['an unknown parameter', { ...post, body: 'email=a&name=b' }, 'request: the root must NOT have additional'],
    [
      'an unknown nested parameter',
      { ...post, body: 'email=a&address[town]=b' },
      'request: /address must NOT have additional',
    ],
    ['a missing parameter', { ...post, body: '' }, "request: the root must have required property 'email'"],
    ['text for a boolean', { ...post, body: 'email=a&validate=maybe' }, 'request: /validate must be boolean'],
    [
      'text for a number',
      { ...get, path: '/v1/customers', query: 'limit=ten', response: [] },
      'request: /limit must be integer',
    ],
    ['a body parameter in a query', { ...get, query: 'email=a' }, 'request: the root must NOT have additional'],
    [
      'a response without a required field',
      { ...get, response: { id: '' } },
      "response 200: the root must have required property 'city'",
    ],
    ['a response with null', { ...get, response: { ...customer, id: null } }, 'response 200: /id must be string'],
    [
      'a response with an additional field',
      { ...get, response: { ...customer, town: '' } },
      'response 200: the root must NOT have additional',
    ],
    [
      'a number for text in a response',
      { ...get, response: { id: 1, city: null } },
      'response 200: /id must be string',
    ],
    [
      'an error with the body of a success',
      { ...post, status: 400 },
      'response 400: the root must NOT have additional',
    ],
    ['an unknown path', { ...get, path: '/v1/refunds' }, 'GET /v1/refunds is not an operation'],
  ])('rejects %s', (_what, exchange, fault) =>
    expect(validate(exchange).violations).toEqual(expect.arrayContaining([expect.stringContaining(fault)])),
  );
});

describe('the command', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stripe-check-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function check(recording: string) {
    const [recordFile, subsetFile] = [join(folder, 'record.jsonl'), join(folder, 'subset.json')];
    await writeFile(recordFile, recording);
    await writeFile(subsetFile, JSON.stringify(subset));
    const args = ['src/stripe-check/check-recording.ts', recordFile, '--subset', subsetFile];
    return spawnSync(process.execPath, ['--import', 'tsx', ...args], { encoding: 'utf8' });
  }
  const lines = (...all: RecordedLine[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('');

  it('counts valid lines and exits with 0', async () => {
    const { status, stdout } = await check(lines(post, post, get, { event: changed }));
    expect(stdout).toContain('2  POST /v1/customers\n');
    expect(stdout).toContain('1  event customer.updated\n');
    expect(stdout).toContain('Requests: 3. Events: 1. Invalid: 0.');
    expect(status).toBe(0);
  });

  it('reports invalid lines and exits with 1, also for an empty recording', async () => {
    const { status, stdout, stderr } = await check(lines(post, { ...post, body: '' }));
    expect(stdout).toContain('Requests: 2. Events: 0. Invalid: 1.');
    expect(stderr).toContain("1 × POST /v1/customers: request: the root must have required property 'email'");
    expect(status).toBe(1);
    expect((await check('')).status).toBe(1);
  });
});

describe('a recording', () => {
  let dataDir: string;
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  const recorded = async () => readRecording(await readFile(join(dataDir, 'record.jsonl'), 'utf8'));
  const start = async (webhookUrl?: string) => {
    const settings = { port: 0, dataDir, secretKey: 'sk_test', webhookSecret: 'whsec', log: () => undefined };
    const recordFile = join(dataDir, 'record.jsonl');
    stripe = await startStripe({ ...settings, recordFile, ...(webhookUrl !== undefined && { webhookUrl }) });
  };
  const createCustomer = (key: string) =>
    fetch(`${stripe.url}/v1/customers?expand[0]=tax_ids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ email: 'a@example.com' }),
    });
  beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'stripe-'))));
  afterEach(async () => {
    await stripe.stop();
    await rm(dataDir, { recursive: true });
  });

  it('has every request to the emulator with its response, also rejected and dropped ones', async () => {
    await start();
    const { id } = (await (await createCustomer('sk_test')).json()) as { id: string };
    await createCustomer('another');
    await fetch(`${stripe.url}/_test/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api: { dropResponse: true } }),
    });
    await expect(createCustomer('sk_test')).rejects.toThrow('fetch failed');

    const sent = { method: 'POST', path: '/v1/customers', query: 'expand[0]=tax_ids', body: 'email=a%40example.com' };
    expect(await recorded()).toEqual([
      { ...sent, status: 200, response: expect.objectContaining({ id, object: 'customer' }) as object },
      {
        ...sent,
        status: 401,
        response: { error: expect.objectContaining({ type: expect.any(String) as string }) as object },
      },
      { ...sent, status: 200, response: expect.objectContaining({ object: 'customer' }) as object },
    ]);
  });

  it('has every event as it was sent', async () => {
    await start('http://localhost:1/nobody-listens');
    const { id } = (await (await createCustomer('sk_test')).json()) as { id: string };
    const event = await pollUntil(async () => (await recorded()).find((line) => 'event' in line));
    expect(event).toMatchObject({ event: { object: 'event', type: 'customer.created', data: { object: { id } } } });
  });
});

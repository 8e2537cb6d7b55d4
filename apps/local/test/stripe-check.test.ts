import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Description } from '../src/stripe-check/description.ts';
import { judgeOf } from '../src/stripe-check/judge.ts';
import { readRecord, type Exchange, type Line } from '../src/stripe-check/record.ts';
import { startStripe } from '../src/stripe/stripe.ts';
import { until } from './until.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** A little of an API that is described as Stripe’s is. */
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
        // As Stripe’s own description has it, which knows one type of event.
        properties: { id: text, type: { type: 'string', enum: ['account.authorized'] }, data: { type: 'object' } },
        required: ['id', 'type', 'data'],
      },
    },
  },
  'x-webhookEvents': { 'customer.updated': { object: ref('customer') } },
};
const judge = judgeOf(Description.parse(subset));

const customer = { id: 'cus_1', city: null };
const made: Exchange = {
  method: 'POST',
  path: '/v1/customers',
  query: '',
  body: 'email=a%40example.com&validate=true&address[city]=Rome&expand[0]=tax_ids',
  status: 200,
  answer: customer,
};
const read: Exchange = { ...made, method: 'GET', path: '/v1/customers/cus_1', body: '' };
const refused = { error: { type: 'invalid_request_error' } };
const changed = {
  id: 'evt_1',
  type: 'customer.updated',
  data: { object: customer, previous_attributes: { city: 'Rome' } },
};

describe('the check of a record', () => {
  it.each<[string, Line, string]>([
    ['an event', { event: changed }, 'event customer.updated'],
    ['a form', made, 'POST /v1/customers'],
    ['a form that unsets something', { ...made, body: 'email=a&address=' }, 'POST /v1/customers'],
    ['a query', { ...read, path: '/v1/customers', query: 'limit=10', answer: [customer] }, 'GET /v1/customers'],
    ['an address with an id', { ...read, answer: { ...customer, city: 'Rome' } }, 'GET /v1/customers/{id}'],
    ['an address of its own', { ...read, path: '/v1/customers/search', answer: '' }, 'GET /v1/customers/search'],
    ['a refusal', { ...made, status: 400, answer: refused }, 'POST /v1/customers'],
  ])('takes %s', (_what, exchange, operation) => expect(judge(exchange)).toEqual({ operation, faults: [] }));

  it.each<[string, Line, string]>([
    ['an unknown event', { event: { ...changed, type: 'city.updated' } }, 'city.updated is no event'],
    ['an event with more', { event: { ...changed, city: '' } }, 'the whole must NOT have additional'],
    [
      'an event about something else',
      { event: { ...changed, data: { object: { id: '' } } } },
      "/data/object must have required property 'city'",
    ],
    [
      'an event that tells what never was',
      { event: { ...changed, data: { object: customer, previous_attributes: { town: '' } } } },
      '/data/previous_attributes must NOT have additional',
    ],
    ['an unknown parameter', { ...made, body: 'email=a&name=b' }, 'request: the whole must NOT have additional'],
    ['an unknown part', { ...made, body: 'email=a&address[town]=b' }, 'request: /address must NOT have additional'],
    ['a missing parameter', { ...made, body: '' }, "request: the whole must have required property 'email'"],
    ['a word for a yes or no', { ...made, body: 'email=a&validate=maybe' }, 'request: /validate must be boolean'],
    [
      'no number',
      { ...read, path: '/v1/customers', query: 'limit=ten', answer: [] },
      'request: /limit must be integer',
    ],
    [
      'a parameter that is not for a query',
      { ...read, query: 'email=a' },
      'request: the whole must NOT have additional',
    ],
    [
      'an answer without a field',
      { ...read, answer: { id: '' } },
      "answer 200: the whole must have required property 'city'",
    ],
    ['an answer with null', { ...read, answer: { ...customer, id: null } }, 'answer 200: /id must be string'],
    [
      'an answer with more',
      { ...read, answer: { ...customer, town: '' } },
      'answer 200: the whole must NOT have additional',
    ],
    ['text in an answer for a number', { ...read, answer: { id: 1, city: null } }, 'answer 200: /id must be string'],
    ['a refusal that is an answer', { ...made, status: 400 }, 'answer 400: the whole must NOT have additional'],
    ['an unknown address', { ...read, path: '/v1/refunds' }, 'GET /v1/refunds is no operation'],
  ])('finds %s', (_what, exchange, fault) =>
    expect(judge(exchange).faults).toEqual(expect.arrayContaining([expect.stringContaining(fault)])),
  );
});

describe('the command', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stripe-check-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function check(record: string) {
    const [recordFile, subsetFile] = [join(folder, 'record.jsonl'), join(folder, 'subset.json')];
    await writeFile(recordFile, record);
    await writeFile(subsetFile, JSON.stringify(subset));
    const words = ['src/stripe-check/check-record.ts', recordFile, '--subset', subsetFile];
    return spawnSync(process.execPath, ['--import', 'tsx', ...words], { encoding: 'utf8' });
  }
  const lines = (...all: Line[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('');

  it('counts what is right and ends with 0', async () => {
    const { status, stdout } = await check(lines(made, made, read, { event: changed }));
    expect(stdout).toContain('2  POST /v1/customers\n');
    expect(stdout).toContain('1  event customer.updated\n');
    expect(stdout).toContain('Requests with their answers: 3. Events: 1. Wrong: 0.');
    expect(status).toBe(0);
  });

  it('tells what is wrong and ends with 1, as it does for an empty record', async () => {
    const { status, stdout, stderr } = await check(lines(made, { ...made, body: '' }));
    expect(stdout).toContain('Requests with their answers: 2. Events: 0. Wrong: 1.');
    expect(stderr).toContain("1 × POST /v1/customers: request: the whole must have required property 'email'");
    expect(status).toBe(1);
    expect((await check('')).status).toBe(1);
  });
});

describe('a record', () => {
  let dataDir: string;
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  const recorded = async () => readRecord(await readFile(join(dataDir, 'record.jsonl'), 'utf8'));
  const start = async (webhookUrl?: string) => {
    const settings = { port: 0, dataDir, secretKey: 'sk_test', webhookSecret: 'whsec', log: () => undefined };
    const recordFile = join(dataDir, 'record.jsonl');
    stripe = await startStripe({ ...settings, recordFile, ...(webhookUrl !== undefined && { webhookUrl }) });
  };
  const ask = (key: string) =>
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

  it('has every request to the local Stripe with its answer, also with one that was refused or lost', async () => {
    await start();
    const { id } = (await (await ask('sk_test')).json()) as { id: string };
    await ask('another');
    await fetch(`${stripe.url}/_test/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api: { loseAnswer: true } }),
    });
    await expect(ask('sk_test')).rejects.toThrow('fetch failed');

    const sent = { method: 'POST', path: '/v1/customers', query: 'expand[0]=tax_ids', body: 'email=a%40example.com' };
    expect(await recorded()).toEqual([
      { ...sent, status: 200, answer: expect.objectContaining({ id, object: 'customer' }) as object },
      {
        ...sent,
        status: 401,
        answer: { error: expect.objectContaining({ type: expect.any(String) as string }) as object },
      },
      { ...sent, status: 200, answer: expect.objectContaining({ object: 'customer' }) as object },
    ]);
  });

  it('has every event as it was sent', async () => {
    await start('http://localhost:1/nobody-listens');
    const { id } = (await (await ask('sk_test')).json()) as { id: string };
    const event = await until(async () => (await recorded()).find((line) => 'event' in line));
    expect(event).toMatchObject({ event: { object: 'event', type: 'customer.created', data: { object: { id } } } });
  });
});

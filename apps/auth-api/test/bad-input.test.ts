import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProblemBody, calls, requestIdHeader, type Call } from '@portal/contract';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { answerClientErrors } from '../src/http/client-errors.ts';
import { stage, type Stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { startTestStripe, type TestStripe } from './support/stripe.ts';
import { validBodies } from './support/valid-bodies.ts';
import { wildBody, wildText } from './support/wild-values.ts';

/** Payloads a call; `BAD_INPUT_RUNS=50000` is for a long night. */
const runs = Number(process.env.BAD_INPUT_RUNS ?? 300);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_261_121);
const slowMs = 2_000;

let provider: FakeIdentityProvider;
let stripe: TestStripe;
let api: TestApi;
let server: Server;
let url: string;
let on: Stage;

beforeAll(async () => {
  provider = await fakeIdentityProvider();
  stripe = await startTestStripe();
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: stripe.url, RATE_LIMIT_SCALE: '1000000' });
  server = answerClientErrors(createServer(api.app), api.services.log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await api.close();
  await Promise.all([provider.close(), stripe.stop()]);
});

const takesBody = (call: Call) => call.method !== 'GET' && call.answers !== 'page';
const takesAddress = (call: Call) => call.params !== undefined || call.query !== undefined;
const takingInput = Object.entries(calls).filter(([, call]) => takesBody(call) || takesAddress(call));

describe.each(takingInput)('%s', (name, call) => {
  beforeEach(async () => {
    on = await stage(api, call.access.who === 'staff' ? 'staff' : 'owner');
  });

  if (takesBody(call)) {
    it(
      'takes any body without falling over',
      async () => {
        const body = wildBody(validBodies[name]?.(on, api.services.legal.currentVersionId) ?? {});
        const property = fc.asyncProperty(body, async (text) => {
          await expectSound(call, pathOf(call), { body: text });
        });
        await fc.assert(property, { numRuns: runs, seed });
      },
      120_000 + runs * 100,
    );
  }

  if (takesAddress(call)) {
    it(
      'takes any address without falling over',
      async () => {
        const property = fc.asyncProperty(wildText, wildText, async (text, more) => {
          const segment = encodeURIComponent(wellFormed(text)) || '%20';
          const path = call.path.replace(/:\w+/g, segment);
          const own = queryNames(call).map((field) => `&${field}=${segment}`);
          const query = `?redirect=${encodeURIComponent(wellFormed(more))}&code=${segment}&state[a]=1&signup=1&signup=2${own.join('')}`;
          await expectSound(call, path + query, call.method === 'GET' ? {} : { body: '{}' });
        });
        await fc.assert(property, { numRuns: Math.ceil(runs / 3), seed });
      },
      120_000 + runs * 100,
    );
  }
});

/** The fields of a call's own query. */
const queryNames = ({ query }: Call) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

const pathOf = (call: Call) =>
  call.path.replace(':userId', on.subject.id).replace(':workspaceId', on.workspace.id).replace(':tokenId', on.tokenId);

/** Whatever was sent: an answer within the time, no failure of ours, and every refusal in the one shape. */
async function expectSound(call: Call, path: string, { body }: { body?: string }): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(url + path, {
    method: call.method,
    redirect: 'manual',
    headers: {
      cookie: on.proof.cookie ?? '',
      [requestIdHeader]: ulid(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  // With the answer beside it, a failure tells what it was.
  expect({ text, failed: response.status >= 500 }).toEqual({ text, failed: false });
  expect(performance.now() - startedAt).toBeLessThan(slowMs);
  if (response.status >= 400 && call.answers !== 'page') ProblemBody.parse(JSON.parse(text));
}

/** A lone surrogate has no place in an address; browsers replace it. */
const wellFormed = (text: string) => Buffer.from(text).toString();

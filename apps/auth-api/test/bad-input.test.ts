/** @takes 15 s */
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProblemBody, calls, requestIdHeader, type Call } from '@portal/contract';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { answerClientErrors } from '../src/server/client-errors.ts';
import { stage, type Stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { inTime } from './support/in-time.ts';
import { startTestStripe, type TestStripe } from './support/stripe.ts';
import { validBodies, validQueries } from './support/valid-bodies.ts';
import { encoded, wildBody, wildQuery, wildText } from './support/wild-values.ts';

/** Payloads for each part of a call, the same one sent once; `BAD_INPUT_RUNS=50000` is for a long night. */
const runs = Number(process.env.BAD_INPUT_RUNS ?? 100);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_261_121);
/** How many of them are sent together. */
const atOnce = 5;
const timeoutMs = 120_000 + runs * 100;
const slowMs = 2_000;

let provider: FakeIdentityProvider;
let stripe: TestStripe;
let api: TestApi;
let server: Server;
let port: number;
let on: Stage;

beforeAll(async () => {
  provider = await fakeIdentityProvider();
  stripe = await startTestStripe();
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: stripe.url, RATE_LIMIT_SCALE: '1000000' });
  // No connection is closed for being idle, as a request may be on its way by then.
  server = answerClientErrors(createServer({ keepAliveTimeout: 0 }, api.app), api.services.log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  agent.destroy();
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
        const valid = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? {};
        await expectAllSound(call, JSON.stringify(valid), wildBody(valid), (body) => ({ path: rightPath(call), body }));
      },
      timeoutMs,
    );
  }

  if (call.query) {
    it(
      'takes any query without falling over',
      async () => {
        const valid = Object.fromEntries(queryNames(call).map((field) => [field, rightValue(name, field)]));
        const right = new URLSearchParams({ ...valid, ...validQueries[name]?.(on) });
        const query = wildQuery(Object.fromEntries(right));
        await expectAllSound(call, right.toString(), query, (text) => ({ path: `${rightPath(call)}?${text}` }));
      },
      timeoutMs,
    );
  }

  if (call.params) {
    it(
      'takes any path without falling over',
      async () => {
        const right = rightPath(call);
        const path = wildText.map((text) => call.path.replace(/:\w+/g, encoded(text) || '%20'));
        const body = takesBody(call) ? '{}' : undefined;
        await expectAllSound(call, right, path, (text) => ({ path: text, ...(body !== undefined && { body }) }));
      },
      timeoutMs,
    );
  }
});

/** The fields of a call's own query. */
const queryNames = ({ query }: Call) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

/** What each optional field of a query takes. */
function rightValue(name: string, field: string): string {
  const values: Record<string, string> = {
    limit: '10',
    signup: '1',
    after: rightCursor(name),
    from: '2026-08-03',
    to: '2999-01-01T00:00:00.000Z',
    workspaceId: on.workspace.id,
    action: 'login',
    actorUserId: on.subject.id,
    actorEmail: on.subject.email,
    subjectEmail: on.subject.email,
    credential: 'session',
    kind: 'acts',
    session_id: 'cs_test_1',
    redirect: '/w/1',
  };
  return values[field] ?? '';
}

/** Where a list of this order could go on. */
function rightCursor(name: string): string {
  if (/AuditEntries|AuthTokens/.test(name)) return on.subject.id;
  if (/^list(Workspaces|Members)$/.test(name)) return `0_${on.subject.id}_0production`;
  const isRanked = /^search|^listMembersForStaff$|^listWorkspacesOfUser$/.test(name);
  return `${isRanked ? 1 : '2026-08-03T00:00:00.000Z'}_${on.subject.id}`;
}

const rightPath = (call: Call) =>
  call.path
    .replace(':userId', on.subject.id)
    .replace(':workspaceId', on.workspace.id)
    .replace(':tokenId', on.tokenId)
    .replace(':tosVersionId', 'current');

/** The right one first, then wild ones, a few at a time: none falls over, and at least one gets past who may. */
async function expectAllSound(
  call: Call,
  right: string,
  wild: fc.Arbitrary<string>,
  requestOf: (text: string) => { path: string; body?: string },
): Promise<void> {
  let admitted = 0;
  const known = new Set<string>();
  const property = fc.asyncProperty(fc.array(wild, { minLength: atOnce, maxLength: atOnce }), async (texts) => {
    // Half of the wild texts are of a few: to send one again would prove nothing.
    const fresh = texts.filter((text) => !known.has(text) && known.add(text));
    const statuses = await Promise.all(fresh.map((text) => expectSound(call, requestOf(text))));
    admitted += statuses.filter((status) => ![401, 403, 404].includes(status)).length;
  });
  await fc.assert(property, { numRuns: Math.ceil(runs / atOnce) + 1, seed, examples: [[[right]]] });
  expect(admitted).toBeGreaterThan(0);
}

/** Whatever was sent: an answer within the time, no failure of ours, and every refusal in the one shape. */
async function expectSound(call: Call, { path, body }: { path: string; body?: string }): Promise<number> {
  const { status, text } = await inTime(slowMs, () => ask(call, path, body));
  if (status >= 500) throw new Error(`${status}: ${text}`);
  // Node, not the API, would have refused it.
  if (text.includes('MalformedRequest')) throw new Error(`Not even HTTP: ${call.method} ${path}`);
  if (status >= 400 && call.answers !== 'page') ProblemBody.parse(JSON.parse(text));
  return status;
}

const agent = new Agent({ keepAlive: true });
const requestUlid = ulid();

/** Not by fetch: with its streams it takes more time than the API. */
function ask(call: Call, path: string, body: string | undefined) {
  const headers = {
    cookie: on.proof.cookie ?? '',
    [requestIdHeader]: requestUlid,
    // Node tells no length of a DELETE's body by itself.
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', agent, method: call.method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject).end(body);
  });
}

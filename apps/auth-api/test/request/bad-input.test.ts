/** @takes 15 s */
import { Agent, request, type Server } from 'node:http';
import {
  ErrorBody,
  OAuthErrorBody,
  apiErrors,
  calls,
  isShownByBrowser,
  requestUlidHeader,
  type Call,
} from '@portal/contract';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { requestTypeOf } from '../../src/features/openapi/operations.ts';
import { createHttpServer } from '../../src/platform/server/http-server.ts';
import { type Fixture, createFixture, pathOf } from '../support/actors.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../support/fake-identity-provider.ts';
import { withinTimeLimit } from '../support/time-limit.ts';
import { startStripeEmulator, type StripeEmulator } from '../support/stripe.ts';
import { validBodies, validQueries } from '../support/valid-input.ts';
import { encodedForUrl, fuzzBody, fuzzQuery, fuzzText } from '../support/fuzz-values.ts';
import { closeServer, listen } from '../support/listen.ts';

/** Payloads for each part of a call. Duplicates are sent once. `BAD_INPUT_RUNS=50000` takes a night. */
const runs = Number(process.env.BAD_INPUT_RUNS ?? 20);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_261_121);
/** How many payloads are sent concurrently. */
const batchSize = 5;
const timeoutMs = 120_000 + runs * 100;
const slowMs = 2_000;

let provider: FakeIdentityProvider;
let stripe: StripeEmulator;
let api: TestApi;
let server: Server;
let port: number;
let fixture: Fixture;

beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  stripe = await startStripeEmulator();
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: stripe.url, RATE_LIMIT_MULTIPLIER: '1000000' });
  // Without a keep-alive timeout, because a request may arrive just when an idle connection is closed.
  server = createHttpServer(api.app, { keepAliveTimeout: 0 });
  port = await listen(server);
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  await closeServer(server);
  await api.close();
  await Promise.all([provider.close(), stripe.stop()]);
});

const takesBody = (call: Call) => call.method !== 'GET' && !isShownByBrowser(call);
const takesPathOrQuery = (call: Call) => call.params !== undefined || call.query !== undefined;
const callsWithInput = Object.entries(calls).filter(([, call]) => takesBody(call) || takesPathOrQuery(call));

describe.each(callsWithInput)('%s', (name, call) => {
  beforeEach(async () => {
    fixture = await createFixture(api, call.access.who === 'staff' ? 'staff' : 'owner');
  });

  if (takesBody(call)) {
    it(
      'handles any body without an internal error',
      async () => {
        const valid = validBodies[name]?.(fixture, api.services.legal.currentVersionId) ?? {};
        const toRequest = (body: string) => ({ path: validPath(call), body });
        if (call.wire === 'oauth') {
          const form = Object.fromEntries(Object.entries(valid).map(([field, value]) => [field, String(value)]));
          await expectAllHandled(call, new URLSearchParams(form).toString(), fuzzQuery(form), toRequest);
        } else {
          await expectAllHandled(call, JSON.stringify(valid), fuzzBody(valid), toRequest);
        }
      },
      timeoutMs,
    );
  }

  if (call.query) {
    it(
      'handles any query without an internal error',
      async () => {
        const valid = Object.fromEntries(queryNames(call).map((field) => [field, validValue(name, field)]));
        const validQuery = new URLSearchParams({ ...valid, ...validQueries[name]?.(fixture) });
        const query = fuzzQuery(Object.fromEntries(validQuery));
        await expectAllHandled(call, validQuery.toString(), query, (text) => ({ path: `${validPath(call)}?${text}` }));
      },
      timeoutMs,
    );
  }

  if (call.params) {
    it(
      'handles any path without an internal error',
      async () => {
        const valid = validPath(call);
        const path = fuzzText.map((text) => call.path.replace(/:\w+/g, encodedForUrl(text) || '%20'));
        const body = takesBody(call) ? '{}' : undefined;
        await expectAllHandled(call, valid, path, (text) => ({ path: text, ...(body !== undefined && { body }) }));
      },
      timeoutMs,
    );
  }
});

/** The query parameters of a call. */
const queryNames = ({ query }: Call) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

/** A valid value for each query parameter. */
function validValue(name: string, field: string): string {
  const values: Record<string, string> = {
    limit: '10',
    signup: '1',
    after: validCursor(name),
    from: '2026-08-03',
    to: '2999-01-01T00:00:00.000Z',
    workspaceId: fixture.workspace.id,
    action: 'login',
    actorUserId: fixture.subject.id,
    actorEmail: fixture.subject.email,
    subjectEmail: fixture.subject.email,
    credential: 'session',
    kind: 'actions',
    session_id: 'cs_test_1',
    redirect: '/w/1',
  };
  return values[field] ?? '';
}

function validCursor(name: string): string {
  if (/AuditEntries|AuthTokens|Invitations/.test(name)) return fixture.subject.id;
  if (/^list(Workspaces|Members)$/.test(name)) return `0_${fixture.subject.id}_0production`;
  const isRanked = /^search|^listMembersForStaff$|^listWorkspacesOfUser$/.test(name);
  return `${isRanked ? 1 : '2026-08-03T00:00:00.000Z'}_${fixture.subject.id}`;
}

const validPath = (call: Call) => pathOf(call, fixture);

/** Sends the valid payload first, then arbitrary ones in batches. Expects no internal error, and that some requests are authorized. */
async function expectAllHandled(
  call: Call,
  valid: string,
  arbitrary: fc.Arbitrary<string>,
  requestOf: (text: string) => { path: string; body?: string },
): Promise<void> {
  let authorized = 0;
  const sent = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(arbitrary, { minLength: batchSize, maxLength: batchSize }),
    async (texts) => {
      // Half of the arbitrary texts come from a short list. Sending one again would prove nothing.
      const unsent = texts.filter((text) => !sent.has(text) && sent.add(text));
      const statuses = await Promise.all(unsent.map((text) => expectHandled(call, requestOf(text))));
      authorized += statuses.filter((status) => !unauthorizedStatuses.includes(status)).length;
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(runs / batchSize) + 1, seed, examples: [[[valid]]] });
  expect(authorized).toBeGreaterThan(0);
}

const unauthorizedStatuses = [401, 403, 404];

/** Returns the status, or 200 if the request was authorized and only the state of the fixture rejected it. Expects a response within the time limit, no internal error, and the usual error body. */
async function expectHandled(call: Call, { path, body }: { path: string; body?: string }): Promise<number> {
  const { status, text } = await withinTimeLimit(slowMs, () => sendRequest(call, path, body));
  if (status >= 500) throw new Error(`${status}: ${text}`);
  // Node would have rejected it before the API.
  if (text.includes('MalformedRequest')) throw new Error(`Not valid HTTP: ${call.method} ${path}`);
  // The user has no invoices.
  if (text.includes(apiErrors.InvoiceNotFound.message)) return 200;
  if (status < 400 || isShownByBrowser(call)) return status;
  if (call.wire === 'oauth') {
    OAuthErrorBody.parse(JSON.parse(text));
    return status;
  }
  const { type } = ErrorBody.parse(JSON.parse(text)).error;
  // The workspace or the webhook was found; no offer is open, and nothing was sent.
  return type === 'OwnershipOfferNotFound' || type === 'WebhookDeliveryNotFound' ? 200 : status;
}

const agent = new Agent({ keepAlive: true });
const requestUlid = ulid();

/** Uses node:http, because fetch would take more CPU time than the API. */
function sendRequest(call: Call, path: string, body: string | undefined) {
  const headers = {
    cookie: fixture.credentials.cookie ?? '',
    [requestUlidHeader]: requestUlid,
    // Node does not set the length of a DELETE's body itself.
    ...(body !== undefined && { 'content-type': requestTypeOf(call), 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const clientRequest = request(
      { port, host: '127.0.0.1', agent, method: call.method, path, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    clientRequest.on('error', reject).end(body);
  });
}

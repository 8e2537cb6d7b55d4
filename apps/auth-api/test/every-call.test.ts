/** @takes 15 s */
import { ProblemBody, calls, problems, type Call } from '@portal/contract';
import type { Response } from 'supertest';
import { actors, stage, type Stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { expectDescribed } from './support/described.ts';
import { expectations, type Outcome } from './support/expectations.ts';
import { fakeIdentityProvider } from './support/fake-identity-provider.ts';
import { snapshot } from './support/snapshot.ts';
import { startTestStripe, type TestStripe } from './support/stripe.ts';
import { unchanged } from './support/unchanged.ts';
import { validBodies, validQueries } from './support/valid-bodies.ts';

let api: TestApi;
let stripe: TestStripe;
let provider: Awaited<ReturnType<typeof fakeIdentityProvider>>;

beforeAll(async () => {
  provider = await fakeIdentityProvider();
  stripe = await startTestStripe();
  // A busy machine lets the stand-ins answer late.
  const patience = { AUTH0_WAIT_MS: '10000', STRIPE_WAIT_MS: '20000' };
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: stripe.url, ...patience });
});
afterAll(async () => {
  await api.close();
  await Promise.all([provider.close(), stripe.stop()]);
});

const unchangedBy = unchanged(() => api);

describe('the table of calls', () => {
  it('has an expectation for every call, and none for a call that is gone', () =>
    expect(Object.keys(expectations).sort()).toEqual(Object.keys(calls).sort()));

  it.each([...new Set(Object.values(calls).map(({ path }) => path))])('is all that %s serves', async (path) => {
    const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !isListed(method, path));
    const responses = await Promise.all(refused.map((method) => api.send(method, path)));
    expect(responses.map(({ status }) => status)).toEqual(refused.map(() => 405));
  });

  it.each(['/', '/admin', '/debug', '/metrics', '/reference', '/status', '/swagger', '/users'])(
    'has no %s, and neither does the API',
    async (path) => expect((await api.send('GET', path)).status).toBe(404),
  );
});

describe.each(Object.entries(calls))('%s', (name, call) => {
  const row = expectations[name];
  const refused = actors.filter((actor) => row?.[actor] !== 'ok');
  const admitted = actors.filter((actor) => row?.[actor] === 'ok');

  if (refused.length > 0) {
    // @covers 6.2 6.3 6.10
    it.each(refused)('refuses %s and changes nothing', async (actor) => {
      const answer = await unchangedBy(actor, (on) => request(name, call, on));
      expectOutcome(name, answer, call, row?.[actor] ?? 'InternalError');
    });
  }

  if (admitted.length > 0) {
    // Most calls read, and need nobody made for each of them.
    const reads = call.method === 'GET' && call.answers !== 'page' && !call.audited;

    // @covers 3.1 7.users.1 7.workspaces.13 7.auth-tokens.3
    it.each(admitted)('admits %s', async (actor) => {
      if (reads) {
        expectOutcome(name, await unchangedBy(actor, (on) => request(name, call, on)), call, 'ok');
        return;
      }
      const on = await stage(api, actor);
      const before = await api.db.auditEntry.count();
      expectOutcome(name, await request(name, call, on), call, 'ok');
      const lines = await api.db.auditEntry.findMany({ skip: before, orderBy: { id: 'asc' } });
      // Logging out is open to everybody; only where a session ends there is an act.
      const isAct = call.audited || (name === 'logout' && on.proof.cookie !== undefined);
      expect(lines.map(({ action }) => action)).toEqual(isAct ? [name] : []);
    });
  }

  if (
    call.body &&
    validBodies[name] &&
    !['setDefault', 'completeProfile', 'updateProfile', 'updateWorkspace', 'updateBillingDetails'].includes(name)
  ) {
    it('refuses a body without its fields', async () => {
      const actor = name === 'agreeToTos' ? 'termsPending' : admittedTo(call);
      expectOutcome(name, await unchangedBy(actor, (on) => requestWith(name, call, on, {})), call, 'InvalidInput');
    });
  }

  if (call.body) {
    it('refuses a body of another shape', async () => {
      const answer = await unchangedBy(admittedTo(call), (on) => requestWith(name, call, on, []));
      expectOutcome(name, answer, call, 'InvalidInput');
    });
  }
});

describe('the OpenAPI document', () => {
  it.each([
    ['a status', { status: 418 }],
    ['a media type', { type: 'text/plain' }],
    ['a header', { headers: { 'ratelimit-policy': 'x' } }],
    ['a body', { body: { versions: 1 } }],
  ])('is compared with responses: %s that it does not have is found', (_what, other) => {
    const response = { status: 200, type: 'application/json', headers: {}, body: { version: '1' } };
    expectDescribed('getVersion', response as Response);
    expect(() => expectDescribed('getVersion', { ...response, ...other } as Response)).toThrow();
  });
});

describe('the fingerprint of the database', () => {
  it('is another after each write, even of what was there before, and the same where nothing was written', async () => {
    const { id } = (await stage(api, 'owner')).colleague;
    const seen = [await snapshot(api)];
    await api.asOwner(`UPDATE users SET nickname = nickname WHERE id = '${id}'`);
    seen.push(await snapshot(api));
    await api.asOwner(`DELETE FROM memberships WHERE user_id = '${id}'`);
    seen.push(await snapshot(api));
    await stage(api, 'owner');
    seen.push(await snapshot(api));
    expect(new Set(seen).size).toBe(4);
    expect(await snapshot(api)).toBe(seen[3]);
  });
});

describe('what a refusal tells', () => {
  const withWorkspace = Object.entries(calls).filter(
    ([, call]) => call.access.who === 'member' && call.answers !== 'page',
  );

  it.each(withWorkspace)(
    '%s says the same of a foreign workspace, a deleted one and one that never was',
    async (name, call) => {
      const deleted = await unchangedBy('ofDeleted', (on) => request(name, call, on));
      const others = await unchangedBy('outsider', (on) => {
        const never = { ...on, workspace: { ...on.workspace, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
        const odd = { ...on, workspace: { ...on.workspace, id: 'nothing-like-an-id' } };
        return Promise.all([on, never, odd].map((each) => request(name, call, each)));
      });
      const answers = [deleted, ...others];
      const errors = answers.map((answer) => [answer.status, ProblemBody.parse(answer.body).error]);
      expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
      expect(errors[0]?.[0]).toBe(404);
    },
  );
});

/** Somebody whose input is looked at at all. */
const admittedTo = (call: Call) => (call.access.who === 'staff' ? 'staff' : 'owner');

function request(name: string, call: Call, on: Stage): Promise<Response> {
  return requestWith(name, call, on, validBodies[name]?.(on, api.services.legal.currentVersionId));
}

async function requestWith(name: string, call: Call, on: Stage, body: object | undefined): Promise<Response> {
  const path = call.path
    .replace(':userId', on.subject.id)
    .replace(':workspaceId', on.workspace.id)
    .replace(':tokenId', on.tokenId)
    .replace(':tosVersionId', 'current');
  const test = api
    .send(call.method, path, on.proof)
    .query(validQueries[name]?.(on) ?? {})
    .redirects(0);
  return body === undefined ? test : test.send(body);
}

function expectOutcome(name: string, response: Response, call: Call, outcome: Outcome): void {
  expectDescribed(name, response);
  if (outcome === 'ok') {
    expectSuccess(response, call);
    return;
  }
  const isChallenged = response.headers['www-authenticate'] !== undefined;
  expect(isChallenged).toBe(statusOf(outcome) === 401);
  if (call.answers === 'page') {
    expect(response.type).toBe('text/html');
    expect(response.status).toBe(statusOf(outcome));
  } else {
    expect([response.status, ProblemBody.parse(response.body).error.type]).toEqual([statusOf(outcome), outcome]);
  }
}

/** A redirect, a file of its kind, or data that is just what the table promises. */
function expectSuccess(response: Response, { answers = 'json', mediaType, result }: Call): void {
  expect(response.status).toBe(answers === 'page' ? 303 : 200);
  if (answers === 'page') expect(response.headers['location']).toMatch(/^(https?:\/\/|\/)/);
  if (answers === 'file') expect(response.type).toBe(mediaType);
  if (answers === 'json' || answers === 'document') {
    expect(result?.parse(response.body)).toEqual(response.body);
  }
}

const statusOf = (outcome: Exclude<Outcome, 'ok'>) => problems[outcome].status;

/** Whether the table has a call of this method and path; `/workspaces/new` is also a `/workspaces/:workspaceId`. */
const isListed = (method: string, path: string) =>
  Object.values<Call>(calls).some(
    (call) => call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );

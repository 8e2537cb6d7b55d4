/** @takes 15 s */
import {
  ErrorBody,
  OAuthErrorBody,
  apiErrors,
  calls,
  isShownByBrowser,
  oauthErrorCodeOf,
  type Call,
} from '@portal/contract';
import type { Response } from 'supertest';
import { isUnauthenticatedAccess } from '../../src/request/call/possible-errors.ts';
import { createDeletion } from '../../src/request/account/deletions.ts';
import { keyIdOf } from '../../src/request/audit/personal-values.ts';
import { type ActorName, type Fixture, actors as allActors, createFixture, pathOf } from '../support/actors.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { expectMatchesOpenApi } from '../support/openapi-response.ts';
import type { Outcome } from '../support/access-rows.ts';
import { expectedAccess } from '../support/expected-access.ts';
import { startFakeIdentityProvider } from '../support/fake-identity-provider.ts';
import { databaseFingerprint, unchangedDatabase, type SentRequests } from '../support/database-fingerprint.ts';
import { startStripeEmulator, type StripeEmulator } from '../support/stripe.ts';
import { encodingsOfKey } from '../support/encodings-of-key.ts';
import { validBodies, validQueries } from '../support/valid-input.ts';

let api: TestApi;
let stripe: StripeEmulator;
let provider: Awaited<ReturnType<typeof startFakeIdentityProvider>>;

beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  stripe = await startStripeEmulator();
  // On a busy machine the emulators respond late.
  const timeouts = { AUTH0_TIMEOUT_MS: '10000', STRIPE_TIMEOUT_MS: '20000' };
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: stripe.url, ...timeouts });
});
afterAll(async () => {
  await api.close();
  await Promise.all([provider.close(), stripe.stop()]);
});

const { expectUnchanged, sendAll } = unchangedDatabase(() => api);

/** The responses of audited calls. */
const responseTexts: string[] = [];

describe('the table of calls', () => {
  it('matches the table of expectations', () =>
    expect(Object.keys(expectedAccess).sort()).toEqual(Object.keys(calls).sort()));

  it.each([...new Set(Object.values(calls).map(({ path }) => path))])('contains all methods of %s', async (path) => {
    const rejectedActors = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !isInTable(method, path));
    const responses = await Promise.all(rejectedActors.map((method) => api.send(method, path)));
    expect(responses.map(({ status }) => status)).toEqual(rejectedActors.map(() => 405));
  });

  it.each(['/', '/admin', '/debug', '/metrics', '/reference', '/status', '/swagger', '/users'])(
    'has no %s, and neither has the API',
    async (path) => expect((await api.send('GET', path)).status).toBe(404),
  );
});

/** A call without authentication ignores credentials, so a few kinds of them show that. */
const kindsOfCredentials: readonly ActorName[] = [
  'anonymous',
  'owner',
  'staff',
  'quarantined',
  'apiToken',
  'revokedToken',
  'instanceToken',
  'terminalToken',
];

describe.each(Object.entries(calls))('%s', (name, call) => {
  const row = expectedAccess[name];
  const actors = isUnauthenticatedAccess(call.access) ? kindsOfCredentials : allActors;
  const rejectedActors = actors.filter((actor) => row?.[actor] !== 'ok');
  const admittedActors = actors.filter((actor) => row?.[actor] === 'ok');
  const isRead = call.method === 'GET' && !isShownByBrowser(call) && !call.audited;
  const unchangingActors = isRead ? actors : rejectedActors;

  let sent: SentRequests<ActorName, Response>;
  if (unchangingActors.length > 0) {
    beforeAll(async () => {
      sent = await sendAll(unchangingActors.map((actor) => [actor, actor, (fixture) => request(name, call, fixture)]));
    });
  }

  if (rejectedActors.length > 0) {
    // @covers 6.2 6.3 6.10
    it.each(rejectedActors)('rejects %s and changes nothing', (actor) =>
      expectOutcome(name, sent.expectUnchanged(actor), call, row?.[actor] ?? 'InternalError'),
    );
  }

  if (admittedActors.length > 0) {
    // @covers 3.1 7.users.1 7.workspaces.13 7.auth-tokens.3
    it.each(admittedActors)('admits %s', async (actor) => {
      if (isRead) {
        expectOutcome(name, sent.expectUnchanged(actor), call, 'ok');
        return;
      }
      const fixture = await createFixture(api, actor);
      if (name === 'cancelAccountDeletion') await createDeletion(fixture.subject.id, 14, api.db);
      const before = await api.db.auditEntry.count();
      const response = await request(name, call, fixture);
      expectOutcome(name, response, call, 'ok');
      responseTexts.push(response.text);
      const entries = await api.db.auditEntry.findMany({ skip: before, orderBy: { id: 'asc' } });
      // Anyone may log out, but only the end of a session is audited.
      const isAudited = call.audited || (name === 'logout' && fixture.credentials.cookie !== undefined);
      expect(entries.map(({ action }) => action)).toEqual(isAudited ? [name] : []);
    });
  }

  if (
    call.body &&
    validBodies[name] &&
    ![
      'setDefault',
      'completeProfile',
      'closeFirstSteps',
      'updateProfile',
      'updateEmailPreferences',
      'updateWorkspace',
      'updateBillingDetails',
      'rotateAuthToken',
      'updateServiceAccount',
      'updateWebhook',
    ].includes(name)
  ) {
    it('rejects a body without its fields', async () => {
      const actor = name === 'agreeToTos' ? 'termsPending' : permittedActor(call);
      expectOutcome(
        name,
        await expectUnchanged(actor, (fixture) => requestWith(name, call, fixture, {})),
        call,
        'InvalidInput',
      );
    });
  }

  // A form has no other shape.
  if (call.body && call.wire !== 'oauth') {
    it('rejects a body of another shape', async () => {
      const response = await expectUnchanged(permittedActor(call), (fixture) => requestWith(name, call, fixture, []));
      expectOutcome(name, response, call, 'InvalidInput');
    });
  }
});

describe('the audit log', () => {
  it('has no address, browser, name or text of a user in plain text after all of these calls', async () => {
    const entries = await api.db.auditEntry.findMany();
    expect(entries.length).toBeGreaterThan(0);
    const users = await api.db.user.findMany();
    const names = [
      ...users.flatMap(({ email, nickname, firstName, lastName }) => [email, nickname, firstName, lastName]),
      ...(await api.db.workspace.findMany()).map(({ displayName }) => displayName),
      ...(await api.db.authToken.findMany()).map(({ name }) => name),
    ];
    const personal = new Set(names.filter((name) => name !== null));
    const isPlain = (text: string) =>
      keyIdOf(text) === undefined && (personal.has(text) || /@|\s|::|\d\.\d+\.\d+\.\d/.test(text));
    for (const { action, ip, userAgent, details } of entries) {
      const plain = [ip, userAgent].filter((text) => text !== null && keyIdOf(text) === undefined);
      expect({ action, plain: [...plain, ...textsOf(details).filter(isPlain)] }).toEqual({ action, plain: [] });
    }
  });
});

it('no response contains a key of personal values', async () => {
  const keys = await api.db.personalKey.findMany();
  expect(keys.length).toBeGreaterThan(0);
  const responses = responseTexts.join('\n');
  expect(keys.filter(({ key }) => encodingsOfKey(key).some((text) => responses.includes(text)))).toEqual([]);
});

/** All texts in a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the OpenAPI document', () => {
  it.each([
    ['a status', { status: 418 }],
    ['a media type', { type: 'text/plain' }],
    ['a header', { headers: { 'ratelimit-policy': 'x' } }],
    ['a body', { body: { versions: 1 } }],
  ])('is compared with responses: %s that it does not describe is detected', (_what, other) => {
    const response = { status: 200, type: 'application/json', headers: {}, body: { version: '1' } };
    expectMatchesOpenApi('getVersion', response as Response);
    expect(() => expectMatchesOpenApi('getVersion', { ...response, ...other } as Response)).toThrow();
  });
});

describe('the database fingerprint', () => {
  it('changes with each write, even of an equal value, and only then', async () => {
    const { id } = (await createFixture(api, 'owner')).colleague;
    const fingerprints = [await databaseFingerprint(api)];
    await api.asOwner(`UPDATE users SET nickname = nickname WHERE id = '${id}'`);
    fingerprints.push(await databaseFingerprint(api));
    await api.asOwner(`DELETE FROM memberships WHERE user_id = '${id}'`);
    fingerprints.push(await databaseFingerprint(api));
    await createFixture(api, 'owner');
    fingerprints.push(await databaseFingerprint(api));
    expect(new Set(fingerprints).size).toBe(4);
    expect(await databaseFingerprint(api)).toBe(fingerprints[3]);
  });

  it('shows which of several requests changed the database, or that any of them did if it happened once', async () => {
    const read = () => Promise.resolve('read');
    const write = async ({ colleague }: Fixture) => {
      await api.asOwner(`UPDATE users SET nickname = nickname WHERE id = '${colleague.id}'`);
      return 'written';
    };
    const sent = await sendAll([
      ['reading', 'owner', read],
      ['writing', 'editor', write],
    ]);
    expect(sent.expectUnchanged('reading')).toBe('read');
    expect(() => sent.expectUnchanged('writing')).toThrow();

    let hasWritten = false;
    const writeOnce = (fixture: Fixture) => {
      const send = hasWritten ? read() : write(fixture);
      hasWritten = true;
      return send;
    };
    const sentOnce = await sendAll([
      ['reading', 'owner', read],
      ['writing', 'editor', writeOnce],
    ]);
    for (const key of ['reading', 'writing'] as const) expect(() => sentOnce.expectUnchanged(key)).toThrow();
  });
});

describe('an error', () => {
  const withWorkspace = Object.entries(calls).filter(
    ([, call]) => call.access.who === 'member' && !isShownByBrowser(call),
  );

  it.each(withWorkspace)('of %s is the same for a foreign, a deleted and an unknown workspace', async (name, call) => {
    const deleted = await expectUnchanged('inDeletedWorkspace', (fixture) => request(name, call, fixture));
    const others = await expectUnchanged('outsider', (fixture) => {
      const unknown = { ...fixture, workspace: { ...fixture.workspace, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
      const invalid = { ...fixture, workspace: { ...fixture.workspace, id: 'not-an-id' } };
      return Promise.all([fixture, unknown, invalid].map((each) => request(name, call, each)));
    });
    const responses = [deleted, ...others];
    const errors = responses.map((response) => [response.status, ErrorBody.parse(response.body).error]);
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(errors[0]?.[0]).toBe(404);
  });
});

/** An actor with access, whose input is validated. */
const permittedActor = (call: Call) => (call.access.who === 'staff' ? 'staff' : 'owner');

function request(name: string, call: Call, fixture: Fixture): Promise<Response> {
  return requestWith(name, call, fixture, validBodies[name]?.(fixture, api.services.legal.currentVersionId));
}

async function requestWith(name: string, call: Call, fixture: Fixture, body: object | undefined): Promise<Response> {
  const path = pathOf(call, fixture);
  const test = api
    .send(call.method, path, fixture.credentials)
    .query(validQueries[name]?.(fixture) ?? {})
    .redirects(0);
  if (call.wire === 'oauth') test.type('form');
  return body === undefined ? test : test.send(body);
}

function expectOutcome(name: string, response: Response, call: Call, outcome: Outcome): void {
  expectMatchesOpenApi(name, response);
  if (outcome === 'ok') {
    expectSuccess(response, call);
    return;
  }
  const isChallenged = response.headers['www-authenticate'] !== undefined;
  // RFC 6750, section 3: also says which scope is missing.
  expect(isChallenged).toBe(statusOfError(outcome) === 401 || outcome === 'InsufficientScope');
  if (isShownByBrowser(call)) {
    expect(response.type).toBe('text/html');
    expect(response.status).toBe(statusOfError(outcome));
  } else if (call.wire === 'oauth') {
    const { error } = OAuthErrorBody.parse(response.body);
    expect([response.status, error]).toEqual([statusOfError(outcome), oauthErrorCodeOf(outcome)]);
  } else {
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([statusOfError(outcome), outcome]);
  }
}

/** Expects a redirect, a file of the declared type, or data that matches the schema exactly. */
function expectSuccess(response: Response, { responseKind: responses = 'json', mediaType, result }: Call): void {
  expect(response.status).toBe(responses === 'redirect' ? 303 : 200);
  if (responses === 'redirect') expect(response.headers['location']).toMatch(/^(https?:\/\/|\/)/);
  if (responses === 'file') expect(response.type).toBe(mediaType);
  if (responses === 'json' || responses === 'document') {
    expect(result?.parse(response.body)).toEqual(response.body);
  }
}

const statusOfError = (outcome: Exclude<Outcome, 'ok'>) => apiErrors[outcome].status;

/** Whether the table has a call of this method and path; `/workspaces/new` is also a `/workspaces/:workspaceId`. */
const isInTable = (method: string, path: string) =>
  Object.values<Call>(calls).some(
    (call) => call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );

import { calls, type Call } from '@portal/contract';
import type { Response } from 'supertest';
import { ulid } from 'ulid';
import { createFixture, pathOf, type Fixture } from '../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeStaff, makeUser } from '../../support/builders.ts';
import { makeReassignment } from '../../support/ownership.ts';
import { validBodies, validQueries } from '../../support/valid-input.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const staffCalls = Object.entries(calls).filter(([, { access }]) => access.who === 'staff');
const changingCalls = staffCalls.filter(([, { method }]) => method !== 'GET');
const readingCalls = staffCalls.filter(([, { method }]) => method === 'GET');
const callsWithInput = staffCalls.filter(([, { body, query }]) => body ?? query);

/** Only a deleted workspace can be restored, and only a planned change of the owner confirmed or cancelled. */
async function fixtureFor(name: string): Promise<Fixture> {
  const fixture = await createFixture(api, name === 'restoreWorkspace' ? 'inDeletedWorkspace' : 'owner');
  if (name === 'cancelReassignment' || name === 'confirmReassignment') await makeReassignment(api, fixture);
  return fixture;
}

interface CallOptions {
  readonly credentials: Credentials;
  readonly fixture: Fixture;
  readonly requestUlid?: string;
  /** Additional fields of the query or body. */
  readonly extra?: Record<string, string>;
}

async function send(
  name: string,
  call: Call,
  { credentials, fixture, requestUlid = ulid(), extra = {} }: CallOptions,
): Promise<Response> {
  const test = api.send(call.method, pathOf(call, fixture), credentials);
  const query = validQueries[name]?.(fixture) ?? {};
  if (call.method === 'GET') return test.query({ ...query, ...extra });
  return test.query(query).send({ ...validBodies[name]?.(fixture, ''), requestUlid, ...extra });
}

describe('[decision.10] every staff call', () => {
  it('is marked as audited in the table of calls', () => {
    const unmarked = staffCalls.filter(([, { audited }]) => !audited).map(([name]) => name);
    expect([staffCalls.length > 0, unmarked]).toEqual([true, []]);
  });

  it.each(staffCalls)('%s writes one audit entry with actor, action and target', async (name, call) => {
    const fixture = await fixtureFor(name);
    const { user, credentials } = await makeStaff(api);
    let response: Response | undefined;
    const entries = await auditEntriesOf(
      api,
      async () => (response = await send(name, call, { credentials, fixture })),
    );
    expect([response?.status, response?.body]).toEqual([200, response?.body]);
    expect(entries).toMatchObject([
      {
        action: name,
        actorUserId: user.id,
        credential: 'session',
        requestId: response?.get('X-Request-Id'),
        ...(call.path.includes(':userId') && { subjectUserId: fixture.subject.id }),
        ...(call.path.includes(':workspaceId') && { workspaceId: fixture.workspace.id }),
      },
    ]);
  });

  it.each(readingCalls)('%s is not shown to the owner of the workspace, because it only reads', async (name, call) => {
    const fixture = await fixtureFor(name);
    const { credentials } = await makeStaff(api);
    expect((await send(name, call, { credentials, fixture })).status).toBe(200);
    const activity = await api.send('GET', `/workspaces/${fixture.workspace.id}/audit`, fixture.credentials);
    expect([activity.status, activity.body]).toMatchObject([200, { entries: [] }]);
  });

  it.each(changingCalls)('%s writes no second entry for a retry', async (name, call) => {
    const fixture = await fixtureFor(name);
    const options = { credentials: (await makeStaff(api)).credentials, fixture, requestUlid: ulid() };
    await send(name, call, options);
    const entries = await auditEntriesOf(api, async () => expect((await send(name, call, options)).status).toBe(200));
    expect(entries).toEqual([]);
  });

  it.each(staffCalls)('%s writes no entry if it is rejected', async (name, call) => {
    const fixture = await fixtureFor(name);
    const unverified = await makeUser(api, { email: `${ulid()}@systeminit.com`.toLowerCase(), emailVerified: false });
    const customer = await logIn(api, await makeUser(api));
    const entries = await auditEntriesOf(api, async () => {
      for (const [credentials, status] of [
        [customer, 403],
        [await logIn(api, unverified), 403],
        [{}, 401],
      ] as const) {
        expect((await send(name, call, { credentials, fixture })).status).toBe(status);
      }
    });
    expect(entries).toEqual([]);
  });

  it.each(callsWithInput)('%s writes no entry if its input is invalid', async (name, call) => {
    const fixture = await fixtureFor(name);
    const { credentials } = await makeStaff(api);
    const invalid =
      call.method === 'GET'
        ? { surplus: '1' }
        : { isQuarantined: 'x', isSuspended: 'x', userEmail: '', userId: '', reassignmentId: '', reason: '' };
    const entries = await auditEntriesOf(api, async () =>
      expect((await send(name, call, { credentials, fixture, extra: invalid })).status).toBe(400),
    );
    expect(entries).toEqual([]);
  });
});

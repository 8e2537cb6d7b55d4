import { ErrorBody, WhoamiUser } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import type { Credentials } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { startReplica, type ApiProcess } from '../../../support/api-process.ts';
import {
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeStaffUser,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { closeForDeletion } from '../../../support/erase.ts';
import { pollUntil } from '../../../support/polling.ts';
import { startStaffApi, type StaffApi } from '../../../support/staff-api.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let api: StaffApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startStaffApi();
  replica = await startReplica(api);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

const kinds = [
  {
    kind: 'quarantine',
    statement: '7.users.7',
    call: 'quarantineUser',
    path: 'quarantine',
    flag: 'isQuarantined',
    startField: 'quarantinedAt',
    list: '/users/quarantined',
    errorType: 'AccountQuarantined',
    endField: 'quarantinedUntil',
  },
  {
    kind: 'suspension',
    statement: '7.users.8',
    call: 'suspendUser',
    path: 'suspend',
    flag: 'isSuspended',
    startField: 'suspendedAt',
    list: '/users/suspended',
    errorType: 'AccountSuspended',
    endField: 'suspendedUntil',
  },
] as const;

const getFromReplica = (path: string, { cookie, token }: Credentials) =>
  fetch(replica.url + path, {
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
const future = '2999-01-01T00:00:00.000Z';
const longAgo = new Date('2020-01-01');

describe.each(kinds)('[$statement] $kind', ({ kind, call, path, flag, startField, list, errorType, endField }) => {
  const change = (user: Pick<User, 'id'>, isLocked: boolean, terms: object = {}) =>
    api.send('PATCH', `/users/${user.id}/${path}`, api.staff.credentials).send({ [flag]: isLocked, ...terms });
  const whoami = async (credentials: Credentials) =>
    WhoamiUser.parse((await api.send('GET', '/whoami', credentials)).body).user;
  const listed = async (query = '') =>
    (await api.send('GET', list + query, api.staff.credentials)).body as Record<string, string | null>[];
  const entryOf = async (user: User) => (await listed()).find((entry) => entry['userId'] === user.id);

  // @covers 7.users.7
  it('revokes all sessions, tokens and codes of the user, at once and on every replica', async () => {
    const user = await makeUser(api);
    const [first, second] = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const session = await logIn(api, user);
    const proofs = [
      session,
      await logIn(api, user),
      (await makeApiToken(api, first, user)).credentials,
      (await makeApiToken(api, second, user)).credentials,
      await makeInstanceToken(api, first, user, session),
    ];
    const { id: revoked } = await makeApiToken(api, first, user, { revokedAt: longAgo });
    const go = await api.send('GET', `/workspaces/${first.id}/go`, proofs[0]).redirects(0);
    const code = new URL(String(go.headers['location'])).searchParams.get('code');
    for (const credentials of proofs) expect((await getFromReplica('/whoami', credentials)).status).toBe(200);

    const response = await change(user, true);
    expect(response.body).toMatchObject({
      userId: user.id,
      [flag]: true,
      ended: { sessions: 2, authTokens: 2, instanceTokens: 1, connectCodes: 1 },
    });
    for (const credentials of proofs) expect((await getFromReplica('/whoami', credentials)).status).toBe(401);
    expect((await api.send('POST', '/complete-auth-connect').send({ code })).status).toBe(400);
    expect(await api.db.authToken.findUnique({ where: { id: revoked } })).toMatchObject({ revokedAt: longAgo });
  });

  it('is rejected for an account that is being deleted', async () => {
    const user = await makeUser(api);
    await closeForDeletion(api, user);
    const response = await change(user, true);
    expect(ErrorBody.parse(response.body).error).toMatchObject({
      type: 'NotAllowed',
      message: 'This account is being deleted.',
    });
    expect(await api.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ [startField]: null });
  });

  it('does not count what had expired before, and deletes it', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const past = new Date(Date.now() - 1_000);
    const expiries = [{ expiresAt: past }, { lastSeenAt: longAgo }, { createdAt: longAgo }, {}];
    for (const [index, times] of expiries.entries()) {
      const session = { id: ulid(), idHash: `${user.id}-${index}`, userId: user.id, expiresAt: new Date(future) };
      await api.db.session.create({ data: { ...session, ...times } });
    }
    const { id: sessionId } = await api.db.session.findFirstOrThrow({ where: { userId: user.id } });
    const code = { codeHash: user.id, workspaceId: workspace.id, userId: user.id, sessionId, expiresAt: past };
    await api.db.connectCode.create({ data: { ...code, instanceUrl: workspace.instanceUrl } });
    expect((await change(user, true)).body).toMatchObject({ ended: { sessions: 1, connectCodes: 0 } });
    const where = { userId: user.id };
    expect([await api.db.session.count({ where }), await api.db.connectCode.count({ where })]).toEqual([0, 0]);
  });

  // @covers 7.users.8
  it('is shown to the user at the next login, with its reason and end, and blocks all other calls', async () => {
    const user = await makeUser(api);
    await change(user, true, { reason: 'To be looked at', until: future });
    const credentials = await logIn(api, user);
    const self = await whoami(credentials);
    expect(self[startField]).not.toBeNull();
    expect(self.lockOut).toEqual({ reason: 'To be looked at', until: future });
    expect(errorTypeOf(await api.send('GET', '/workspaces', credentials))).toBe(errorType);
    expect((await getFromReplica('/workspaces', credentials)).status).toBe(403);
  });

  // @covers 7.users.7
  it('can be lifted at once, with its reason and end; tokens stay revoked', async () => {
    const user = await makeUser(api);
    const { credentials: token } = await makeApiToken(api, await makeWorkspace(api, user), user);
    await change(user, true, { reason: 'By mistake', until: future });
    const credentials = await logIn(api, user);
    const response = await change(user, false);
    expect(response.body).toMatchObject({ [flag]: false, [startField]: null, reason: null, until: null });
    expect((await getFromReplica('/workspaces', credentials)).status).toBe(200);
    expect((await getFromReplica('/whoami', token)).status).toBe(401);
    expect((await whoami(credentials)).lockOut).toBeNull();
    expect(await entryOf(user)).toBeUndefined();
  });

  it('keeps its start and a later session when it is repeated, and takes a new reason and end', async () => {
    const user = await makeUser(api);
    const first = (await change(user, true, { reason: 'First' })).body as Record<string, unknown>;
    const credentials = await logIn(api, user);
    const again = await change(user, true);
    const nothing = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
    expect(again.body).toEqual({ ...first, ended: nothing });
    expect((await whoami(credentials))[startField]).toBe(first[startField]);
    const longer = await change(user, true, { reason: 'Second', until: future });
    expect(longer.body).toEqual({ ...first, reason: 'Second', until: future, ended: nothing });
    expect((await change(user, true, { until: null })).body).toMatchObject({ reason: 'Second', until: null });
  });

  it('expires automatically', async () => {
    const user = await makeUser(api);
    await change(user, true, { until: future });
    const credentials = await logIn(api, user);
    expect((await api.send('GET', '/workspaces', credentials)).status).toBe(403);
    await api.db.user.update({ where: { id: user.id }, data: { [endField]: new Date(Date.now() - 1) } });
    expect((await api.send('GET', '/workspaces', credentials)).status).toBe(200);
    expect((await getFromReplica('/workspaces', credentials)).status).toBe(200);
    expect(await whoami(credentials)).toMatchObject({ [startField]: null, lockOut: null });
    expect(await entryOf(user)).toBeUndefined();
    const workspace = await makeWorkspace(api, user);
    const made = await api
      .send('POST', `/workspaces/${workspace.id}/authTokens`, credentials)
      .send({ name: 'CI', expiration: '1d' });
    expect(made.status).toBe(200);
    expect((await change(user, true)).body).toMatchObject({ ended: { sessions: 1, authTokens: 1 } });
  });

  it('that has expired is purged later', async () => {
    const [expired, active] = [await makeUser(api), await makeUser(api)];
    await change(expired, true, { reason: 'Short', until: future });
    await change(active, true, { until: future });
    await api.db.user.update({ where: { id: expired.id }, data: { [endField]: new Date() } });
    await purgeExpired(api.services);
    expect(await api.db.user.findUnique({ where: { id: expired.id } })).toEqual(expired);
    expect(await entryOf(active)).toBeDefined();
  });

  // @covers 3.8 7.users.9 7.users.10
  it('is listed with its creator, reason and end, newest first, in pages', async () => {
    const users = [await makeUser(api), await makeUser(api), await makeUser(api)];
    for (const [index, user] of users.entries()) {
      await change(user, true, { reason: `Reason ${index}`, until: future });
      // Rows with the same timestamp are sorted by id, which this test is not about.
      await api.db.user.update({
        where: { id: user.id },
        data: { [startField]: new Date(Date.UTC(2998, 0, 1 + index)) },
      });
    }
    const [oldest, , newest] = users;
    expect(await entryOf(newest ?? api.staff.user)).toEqual({
      userId: newest?.id,
      email: newest?.email,
      [startField]: '2998-01-03T00:00:00.000Z',
      reason: 'Reason 2',
      until: future,
      by: { userId: api.staff.user.id, email: api.staff.user.email },
    });
    expect((await listed('?limit=2')).map(({ userId }) => userId)).toEqual([newest?.id, users[1]?.id]);
    const [next] = await listed(`?limit=1&after=2998-01-02T00:00:00.000Z_${users[1]?.id}`);
    expect(next?.['userId']).toBe(oldest?.id);
    await api.db.user.updateMany({
      where: { id: { in: users.map(({ id }) => id) } },
      data: { [startField]: new Date() },
    });
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=', 'after=x', 'after=2024-02-30T00:00:00.000Z_x'])(
    'rejects ?%s',
    async (query) => expect((await api.send('GET', `${list}?${query}`, api.staff.credentials)).status).toBe(400),
  );

  it('cannot be applied to oneself or to an unknown user', async () => {
    const self = await change(api.staff.user, true);
    expect([self.status, errorTypeOf(self)]).toEqual([403, 'NotAllowed']);
    expect((self.body as ErrorBody).error.message).toBe('You can’t quarantine or suspend yourself.');
    expect(errorTypeOf(await change({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, true))).toBe('UserNotFound');
  });

  // @covers 7.users.7
  it('cannot be changed by staff for another account of their own', async () => {
    const { email } = api.staff.user;
    const [own, claimed] = [
      await makeStaffUser(api, { email }),
      await makeStaffUser(api, { email, emailVerified: false }),
    ];
    await api.db.user.update({ where: { id: own.id }, data: { [startField]: longAgo } });
    for (const isLocked of [true, false]) expect(errorTypeOf(await change(own, isLocked))).toBe('NotAllowed');
    expect((await entryOf(own))?.[startField]).toBe(longAgo.toISOString());
    // Anyone can sign up with this address.
    expect((await change(claimed, true)).status).toBe(200);
  });

  it('can be set by staff for a password account that someone else signed up with their address, and is lifted by a colleague', async () => {
    const impostor = await makeUser(api, { email: api.staff.user.email });
    expect((await change(impostor, true)).status).toBe(200);
    expect(errorTypeOf(await change(impostor, false))).toBe('NotAllowed');
  });

  it.each([{ until: 'tomorrow' }, { reason: 'x'.repeat(1001) }, { reason: '\ud800' }])('rejects %j', async (terms) =>
    expect((await change(await makeUser(api), true, terms)).status).toBe(400),
  );

  it('cannot end in the past, and the error names the field', async () => {
    const response = await change(await makeUser(api), true, { until: '2020-01-01T00:00:00.000Z' });
    expect([response.status, (response.body as ErrorBody).error]).toMatchObject([
      400,
      {
        type: 'InvalidInput',
        message: 'until: Choose a time in the future.',
        details: { fields: [{ path: 'body.until', message: 'Choose a time in the future' }] },
      },
    ]);
  });

  it('replays its first response to a retry after it expired', async () => {
    const user = await makeUser(api);
    const lock = async (ms: number) => {
      const terms = { until: new Date(Date.now() + ms).toISOString(), requestUlid: ulid() };
      return { terms, first: await change(user, true, terms) };
    };
    let locked = await lock(500);
    // On a busy machine the request can take longer than the lock would last.
    for (let ms = 1_000; locked.first.status === 400 && ms < 16_000; ms *= 2) locked = await lock(ms);
    const { terms, first } = locked;
    await pollUntil(
      () => Promise.resolve(Date.now()),
      (now) => now > Date.parse(terms.until),
    );
    const again = await change(user, true, terms);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await change(user, true, { ...terms, requestUlid: ulid() })).status).toBe(400);
  });

  it('is in the audit log with what it revoked, and so is its end', async () => {
    const user = await makeUser(api);
    await logIn(api, user);
    const [locked, unlocked, listing] = await auditEntriesOf(api, async () => {
      await change(user, true, { reason: 'Spam' });
      await change(user, false, { reason: 'Not spam' });
      await listed('?limit=7');
    });
    expect(locked).toMatchObject({
      action: call,
      actorUserId: api.staff.user.id,
      subjectUserId: user.id,
      credential: 'session',
    });
    expect(locked?.details).toMatchObject({ [kind]: { from: null, to: { reason: 'Spam' } }, ended: { sessions: 1 } });
    expect(unlocked?.details).toMatchObject({ [kind]: { from: { reason: 'Spam' }, to: null }, ended: { sessions: 0 } });
    expect(unlocked?.details).toMatchObject({ reason: 'Not spam' });
    expect(listing?.details).toMatchObject({ limit: 7, after: null });
  });

  it('leaves no active token that was created at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeUser(api);
      const workspace = await makeWorkspace(api, user);
      const credentials = await logIn(api, user);
      const make = () =>
        api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send({ name: 'CI', expiration: '1d' });
      const responses = await Promise.all([make(), make(), make(), change(user, true), make(), make(), make()]);
      for (const { status } of responses) expect(status).toBeLessThan(500);
      expect(await api.db.authToken.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    }
  });
});

it('a user who is quarantined and suspended sees the quarantine', async () => {
  const user = await makeUser(api);
  const change = (path: string, body: object) =>
    api.send('PATCH', `/users/${user.id}/${path}`, api.staff.credentials).send(body);
  await change('suspend', { isSuspended: true, reason: 'Has not paid', until: future });
  await change('quarantine', { isQuarantined: true, reason: 'Mines coins' });
  const response = await api.send('GET', '/whoami', await logIn(api, user));
  expect(WhoamiUser.parse(response.body).user.lockOut).toEqual({ until: null, reason: 'Mines coins' });
});

it('a user with an unverified address does not see the reason', async () => {
  const user = await makeUser(api, { emailVerified: false });
  const body = { isSuspended: true, reason: 'Has not paid', until: future };
  await api.send('PATCH', `/users/${user.id}/suspend`, api.staff.credentials).send(body);
  const response = await api.send('GET', '/whoami', await logIn(api, user));
  expect(WhoamiUser.parse(response.body).user.lockOut).toEqual({ until: future, reason: null });
});

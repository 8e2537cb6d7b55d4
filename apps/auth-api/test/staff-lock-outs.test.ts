import { ProblemBody, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../src/generated/prisma/client.ts';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { startReplica, type ApiProcess } from './support/api-process.ts';
import { logIn, makeApiToken, makeInstanceToken, makeStaffUser, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';
import { until } from './support/until.ts';

let api: TestApi;
let replica: ApiProcess;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  api = await startApi();
  replica = await startReplica(api);
  staff = await makeStaff(api);
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
    at: 'quarantinedAt',
    list: '/users/quarantined',
    refusal: 'AccountQuarantined',
    ends: 'quarantineEndsAt',
    began: 'quarantineBeganAt',
  },
  {
    kind: 'suspension',
    statement: '7.users.8',
    call: 'suspendUser',
    path: 'suspend',
    flag: 'isSuspended',
    at: 'suspendedAt',
    list: '/users/suspended',
    refusal: 'AccountSuspended',
    ends: 'suspensionEndsAt',
    began: 'suspensionBeganAt',
  },
] as const;

const elsewhere = (path: string, { cookie, token }: Proof) =>
  fetch(replica.url + path, {
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
const typeOf = (response: { body: unknown }) => ProblemBody.parse(response.body).error.type;
const future = '2999-01-01T00:00:00.000Z';
const longAgo = new Date('2020-01-01');

describe.each(kinds)('[$statement] $kind', ({ kind, call, path, flag, at, list, refusal, ends, began }) => {
  const change = (user: Pick<User, 'id'>, isLocked: boolean, more: object = {}) =>
    api.send('PATCH', `/users/${user.id}/${path}`, staff.proof).send({ [flag]: isLocked, ...more });
  const whoami = async (proof: Proof) => Whoami.parse((await api.send('GET', '/whoami', proof)).body).user;
  const listed = async (query = '') =>
    (await api.send('GET', list + query, staff.proof)).body as Record<string, string | null>[];
  const entryOf = async (user: User) => (await listed()).find((entry) => entry['userId'] === user.id);

  // @covers 7.users.7
  it('ends all that the person holds, at once and on every replica', async () => {
    const user = await makeUser(api);
    const [first, second] = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const proofs = [
      await logIn(api, user),
      await logIn(api, user),
      (await makeApiToken(api, first, user)).proof,
      (await makeApiToken(api, second, user)).proof,
      await makeInstanceToken(api, first, user),
    ];
    const { id: revoked } = await makeApiToken(api, first, user, { revokedAt: longAgo });
    const go = await api.send('GET', `/workspaces/${first.id}/go`, proofs[0]).redirects(0);
    const code = new URL(String(go.headers['location'])).searchParams.get('code');
    for (const proof of proofs) expect((await elsewhere('/whoami', proof)).status).toBe(200);

    const response = await change(user, true);
    expect(response.body).toMatchObject({
      userId: user.id,
      [flag]: true,
      ended: { sessions: 2, authTokens: 2, instanceTokens: 1, connectCodes: 1 },
    });
    for (const proof of proofs) expect((await elsewhere('/whoami', proof)).status).toBe(401);
    expect((await api.send('POST', '/complete-auth-connect').send({ code })).status).toBe(400);
    expect(await api.db.authToken.findUnique({ where: { id: revoked } })).toMatchObject({ revokedAt: longAgo });
  });

  it('counts nothing that had ended before, and leaves none of it', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const past = new Date(Date.now() - 1_000);
    const ways = [{ expiresAt: past }, { lastSeenAt: longAgo }, { createdAt: longAgo }, {}];
    for (const [index, times] of ways.entries()) {
      const session = { idHash: `${user.id}-${index}`, userId: user.id, expiresAt: new Date(future) };
      await api.db.session.create({ data: { ...session, ...times } });
    }
    const code = { codeHash: user.id, workspaceId: workspace.id, userId: user.id, expiresAt: past };
    await api.db.connectCode.create({ data: code });
    expect((await change(user, true)).body).toMatchObject({ ended: { sessions: 1, connectCodes: 0 } });
    const where = { userId: user.id };
    expect([await api.db.session.count({ where }), await api.db.connectCode.count({ where })]).toEqual([0, 0]);
  });

  // @covers 7.users.8
  it('is seen by the person at the next login, with why and until when, and bars the rest', async () => {
    const user = await makeUser(api);
    await change(user, true, { reason: 'To be looked at', until: future });
    const proof = await logIn(api, user);
    const self = await whoami(proof);
    expect(self[at]).not.toBeNull();
    expect(self.lockOut).toEqual({ reason: 'To be looked at', until: future });
    expect(typeOf(await api.send('GET', '/workspaces', proof))).toBe(refusal);
    expect((await elsewhere('/workspaces', proof)).status).toBe(403);
  });

  // @covers 7.users.7
  it('is undone at once, with all that was said about it; tokens stay revoked', async () => {
    const user = await makeUser(api);
    const { proof: token } = await makeApiToken(api, await makeWorkspace(api, user), user);
    await change(user, true, { reason: 'By mistake', until: future });
    const proof = await logIn(api, user);
    const response = await change(user, false);
    expect(response.body).toMatchObject({ [flag]: false, [at]: null, reason: null, until: null });
    expect((await elsewhere('/workspaces', proof)).status).toBe(200);
    expect((await elsewhere('/whoami', token)).status).toBe(401);
    expect((await whoami(proof)).lockOut).toBeNull();
    expect(await entryOf(user)).toBeUndefined();
  });

  it('keeps its time and a later login when it is repeated, and takes new terms', async () => {
    const user = await makeUser(api);
    const first = (await change(user, true, { reason: 'First' })).body as Record<string, unknown>;
    const proof = await logIn(api, user);
    const again = await change(user, true);
    const nothing = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
    expect(again.body).toEqual({ ...first, ended: nothing });
    expect((await whoami(proof))[at]).toBe(first[at]);
    const longer = await change(user, true, { reason: 'Second', until: future });
    expect(longer.body).toEqual({ ...first, reason: 'Second', until: future, ended: nothing });
    expect((await change(user, true, { until: null })).body).toMatchObject({ reason: 'Second', until: null });
  });

  it('ends by itself', async () => {
    const user = await makeUser(api);
    await change(user, true, { until: future });
    const proof = await logIn(api, user);
    expect((await api.send('GET', '/workspaces', proof)).status).toBe(403);
    await api.db.user.update({ where: { id: user.id }, data: { [ends]: new Date(Date.now() - 1) } });
    expect((await api.send('GET', '/workspaces', proof)).status).toBe(200);
    expect((await elsewhere('/workspaces', proof)).status).toBe(200);
    expect(await whoami(proof)).toMatchObject({ [at]: null, lockOut: null });
    expect(await entryOf(user)).toBeUndefined();
    const workspace = await makeWorkspace(api, user);
    const made = await api
      .send('POST', `/workspaces/${workspace.id}/authTokens`, proof)
      .send({ name: 'CI', expiration: '1d' });
    expect(made.status).toBe(200);
    expect((await change(user, true)).body).toMatchObject({ ended: { sessions: 1, authTokens: 1 } });
  });

  it('that has ended by itself is cleared away later', async () => {
    const [over, lasting] = [await makeUser(api), await makeUser(api)];
    await change(over, true, { reason: 'Short', until: future });
    await change(lasting, true, { until: future });
    await api.db.user.update({ where: { id: over.id }, data: { [ends]: new Date() } });
    await purgeExpired(api.services);
    expect(await api.db.user.findUnique({ where: { id: over.id } })).toEqual(over);
    expect(await entryOf(lasting)).toBeDefined();
  });

  // @covers 3.8 7.users.9 7.users.10
  it('is listed with who did it, why and until when, the latest first, by pages', async () => {
    const users = [await makeUser(api), await makeUser(api), await makeUser(api)];
    for (const [index, user] of users.entries()) {
      await change(user, true, { reason: `Reason ${index}`, until: future });
      // Three at one moment would be ordered by their ids, which is as good but not what this is about.
      await api.db.user.update({ where: { id: user.id }, data: { [began]: new Date(Date.UTC(2998, 0, 1 + index)) } });
    }
    const [oldest, , newest] = users;
    expect(await entryOf(newest ?? staff.user)).toEqual({
      userId: newest?.id,
      email: newest?.email,
      [at]: '2998-01-03T00:00:00.000Z',
      reason: 'Reason 2',
      until: future,
      by: { userId: staff.user.id, email: staff.user.email },
    });
    expect((await listed('?limit=2')).map(({ userId }) => userId)).toEqual([newest?.id, users[1]?.id]);
    const [next] = await listed(`?limit=1&after=2998-01-02T00:00:00.000Z_${users[1]?.id}`);
    expect(next?.['userId']).toBe(oldest?.id);
    await api.db.user.updateMany({ where: { id: { in: users.map(({ id }) => id) } }, data: { [began]: new Date() } });
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=', 'after=x', 'after=2024-02-30T00:00:00.000Z_x'])(
    'refuses ?%s',
    async (query) => expect((await api.send('GET', `${list}?${query}`, staff.proof)).status).toBe(400),
  );

  it('is nobody’s own act, and of nobody who is not there', async () => {
    const self = await change(staff.user, true);
    expect([self.status, typeOf(self)]).toEqual([403, 'NotAllowed']);
    expect((self.body as ProblemBody).error.message).toBe('You can’t quarantine or suspend yourself.');
    expect(typeOf(await change({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, true))).toBe('UserNotFound');
  });

  // @covers 7.users.7
  it('is begun and ended by nobody of staff for another account of their own', async () => {
    const { email } = staff.user;
    const [own, claimed] = [
      await makeStaffUser(api, { email }),
      await makeStaffUser(api, { email, emailVerified: false }),
    ];
    await api.db.user.update({ where: { id: own.id }, data: { [began]: longAgo } });
    for (const isLocked of [true, false]) expect(typeOf(await change(own, isLocked))).toBe('NotAllowed');
    expect((await entryOf(own))?.[at]).toBe(longAgo.toISOString());
    // Anybody can say that an address is theirs.
    expect((await change(claimed, true)).status).toBe(200);
  });

  it('can be started by a member of staff for a password account that someone else signed up with their address', async () => {
    const imposter = await makeUser(api, { email: staff.user.email });
    for (const isLocked of [true, false]) expect((await change(imposter, isLocked)).status).toBe(200);
  });

  it.each([{ until: 'tomorrow' }, { reason: 'x'.repeat(1001) }, { reason: '\ud800' }])('refuses %j', async (more) =>
    expect((await change(await makeUser(api), true, more)).status).toBe(400),
  );

  it('ends at no moment that is past, and says so of the field', async () => {
    const response = await change(await makeUser(api), true, { until: '2020-01-01T00:00:00.000Z' });
    expect([response.status, (response.body as ProblemBody).error]).toMatchObject([
      400,
      {
        type: 'InvalidInput',
        message: 'until: Choose a moment in the future.',
        details: { fields: [{ path: 'body.until', message: 'Choose a moment in the future' }] },
      },
    ]);
  });

  it('has its first answer for a repeat that comes after it ended', async () => {
    const user = await makeUser(api);
    const lock = async (ms: number) => {
      const terms = { until: new Date(Date.now() + ms).toISOString(), requestUlid: ulid() };
      return { terms, first: await change(user, true, terms) };
    };
    let locked = await lock(500);
    // A busy machine may take longer to lock than the lock would last.
    for (let ms = 1_000; locked.first.status === 400 && ms < 16_000; ms *= 2) locked = await lock(ms);
    const { terms, first } = locked;
    await until(
      () => Promise.resolve(Date.now()),
      (now) => now > Date.parse(terms.until),
    );
    const again = await change(user, true, terms);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await change(user, true, { ...terms, requestUlid: ulid() })).status).toBe(400);
  });

  it('is in the audit log, done and undone, with what it ended', async () => {
    const user = await makeUser(api);
    await logIn(api, user);
    const [done, undone, looked] = await linesOf(api, async () => {
      await change(user, true, { reason: 'Spam' });
      await change(user, false, { reason: 'Was none' });
      await listed('?limit=7');
    });
    expect(done).toMatchObject({
      action: call,
      actorUserId: staff.user.id,
      subjectUserId: user.id,
      credential: 'session',
    });
    expect(done?.details).toMatchObject({ [kind]: { from: null, to: { reason: 'Spam' } }, ended: { sessions: 1 } });
    expect(undone?.details).toMatchObject({ [kind]: { from: { reason: 'Spam' }, to: null }, ended: { sessions: 0 } });
    expect(undone?.details).toMatchObject({ reason: 'Was none' });
    expect(looked?.details).toMatchObject({ limit: 7, after: null });
  });

  it('leaves no token alive that was made at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeUser(api);
      const workspace = await makeWorkspace(api, user);
      const proof = await logIn(api, user);
      const make = () =>
        api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send({ name: 'CI', expiration: '1d' });
      const answers = await Promise.all([make(), make(), make(), change(user, true), make(), make(), make()]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      expect(await api.db.authToken.count({ where: { creatorUserId: user.id, revokedAt: null } })).toBe(0);
    }
  });
});

it('whoever is quarantined and suspended is told of the quarantine, which is what stops them', async () => {
  const user = await makeUser(api);
  const change = (path: string, body: object) => api.send('PATCH', `/users/${user.id}/${path}`, staff.proof).send(body);
  await change('suspend', { isSuspended: true, reason: 'Has not paid', until: future });
  await change('quarantine', { isQuarantined: true, reason: 'Mines coins' });
  const response = await api.send('GET', '/whoami', await logIn(api, user));
  expect(Whoami.parse(response.body).user.lockOut).toEqual({ until: null, reason: 'Mines coins' });
});

it('why is not told to whom the address may not belong', async () => {
  const user = await makeUser(api, { emailVerified: false });
  const body = { isSuspended: true, reason: 'Has not paid', until: future };
  await api.send('PATCH', `/users/${user.id}/suspend`, staff.proof).send(body);
  const response = await api.send('GET', '/whoami', await logIn(api, user));
  expect(Whoami.parse(response.body).user.lockOut).toEqual({ until: future, reason: null });
});

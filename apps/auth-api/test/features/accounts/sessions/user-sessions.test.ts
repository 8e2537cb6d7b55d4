import { EndedSessions, UserSessions } from '@portal/contract';
import { parseCookie } from 'cookie';
import { ulid } from 'ulid';
import { startReplica, type ApiProcess } from '../../../support/api-process.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import {
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeStaff,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../../../support/builders.ts';
import { pollUntil } from '../../../support/polling.ts';
import { requiresReauthenticationAfterEnd } from '../../../../src/features/login/complete-login.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { errorTypeOf } from '../../../support/responses.ts';

const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** The workspaces have an instance where nothing listens, so the jobs that notify it stay in the queue. */
const environment = { BACK_CHANNEL_LOGOUT_NETWORKS: 'all' };
const unreachable = { instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:1' } as const;

let api: TestApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startApi(environment);
  replica = await startReplica(api, environment);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const list = async (user: User, credentials: Credentials, query = '') =>
  UserSessions.parse((await api.send('GET', `/users/${user.id}/sessions${query}`, credentials)).body);
const end = (user: User, sessionId: string, credentials: Credentials) =>
  api.send('DELETE', `/users/${user.id}/sessions/${sessionId}`, credentials);
const endOthers = (user: User, credentials: Credentials) =>
  api.send('DELETE', `/users/${user.id}/sessions`, credentials);

/** The status of a request with these credentials at the other process. */
async function statusAtReplica(path: string, { cookie, token }: Credentials): Promise<number> {
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return (await fetch(`${replica.url}${path}`, { headers })).status;
}
const reconnect = (token: Credentials) => statusAtReplica('/auth-reconnect', token);

/** A user with a workspace, two sessions, and an instance token of each. */
async function makeUserWithSessions() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user, unreachable);
  const [here, there] = [await logIn(api, user), await logIn(api, user)];
  const tokens = {
    here: await makeInstanceToken(api, workspace, user, here),
    there: await makeInstanceToken(api, workspace, user, there),
  };
  const ids = { here: (await sessionOf(api, here)).id, there: (await sessionOf(api, there)).id };
  for (const token of Object.values(tokens)) expect(await reconnect(token)).toBe(200);
  return { user, workspace, here, there, tokens, ids };
}

/** The workspaces whose instances jobs notify of the end of a session. While a job is retried, it is there twice. */
async function notifiedWorkspaces(sessionId: string): Promise<string[]> {
  const { rows } = await api.services.pool.query<{ id: string }>(
    `SELECT DISTINCT jsonb_array_elements_text(payload::jsonb->'workspaceIds') AS id
     FROM graphile_worker._private_jobs WHERE payload->>'sessionId' = $1`,
    [sessionId],
  );
  return rows.map(({ id }) => id);
}

describe('the list of sessions', () => {
  it('shows browser, network, times and entered instances, and marks the current session', async () => {
    const { user, workspace, here, there, ids } = await makeUserWithSessions();
    const session = await sessionOf(api, there);
    await api.db.session.update({
      where: { id: ids.there },
      data: { userAgent: chrome, ip: '2001:db8:1:2::3', createdAt: minutesAgo(30), lastSeenAt: minutesAgo(3) },
    });
    const { sessions } = await list(user, here);
    expect(sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [ids.here, true],
      [ids.there, false],
    ]);
    expect(sessions[1]).toMatchObject({
      browser: 'Chrome',
      system: 'macOS',
      network: '2001:db8:1::/48',
      instances: [{ workspaceId: workspace.id, displayName: 'Production' }],
    });
    expect(JSON.stringify(sessions)).not.toContain(session.idHash);
    expect(JSON.stringify(sessions)).not.toContain('2001:db8:1:2');
    expect((await list(user, there)).sessions.find(({ isCurrent }) => isCurrent)?.id).toBe(ids.there);
  });

  it('has an id that is no credential', async () => {
    const { user, here, ids } = await makeUserWithSessions();
    const [name] = Object.keys(parseCookie(here.cookie ?? ''));
    expect((await api.send('GET', '/whoami', { cookie: `${name}=${ids.there}` })).status).toBe(401);
    expect((await list(user, here)).sessions).toHaveLength(2);
  });

  it('leaves out expired sessions, and instances that can no longer be entered', async () => {
    const { user, workspace, here, ids } = await makeUserWithSessions();
    await api.db.session.update({ where: { id: ids.there }, data: { lastSeenAt: minutesAgo(73 * 60) } });
    await api.db.workspace.update({ where: { id: workspace.id }, data: { quarantinedAt: new Date() } });
    expect((await list(user, here)).sessions).toMatchObject([{ id: ids.here, instances: [] }]);
  });

  it('has pages', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    for (let count = 0; count < 4; count++) await logIn(api, user);
    const first = await list(user, credentials, '?limit=3');
    const second = await list(user, credentials, `?limit=3&after=${first.next ?? ''}`);
    expect([first.sessions.length, second.sessions.length, second.next]).toEqual([3, 2, null]);
    expect(new Set([...first.sessions, ...second.sessions].map(({ id }) => id)).size).toBe(5);
  });

  it('shows the browser and network of the last recorded use', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const { id } = await sessionOf(api, credentials);
    const stored = async () => (await api.db.session.findUniqueOrThrow({ where: { id } })).userAgent;
    const other = await sessionOf(api, await logIn(api, user));
    const longest = `${chrome} ${'x'.repeat(500)}`;
    const whoami = () => api.send('GET', '/whoami', credentials).set('User-Agent', longest);
    await whoami();
    expect(await stored()).toBeNull();
    await api.db.session.update({ where: { id }, data: { lastSeenAt: minutesAgo(6) } });
    await whoami();
    expect(await pollUntil(stored, (userAgent) => userAgent !== null)).toBe(longest.slice(0, 500));
    expect(await api.db.session.findUnique({ where: { id: other.id } })).toEqual(other);
  });
});

describe('ending a session', () => {
  it('ends it and its instance token at once on every replica, and leaves the others', async () => {
    const { user, workspace, here, there, tokens, ids } = await makeUserWithSessions();
    const go = await api.send('GET', `/workspaces/${workspace.id}/go`, there).redirects(0);
    const code = new URL(go.headers['location'] ?? '').searchParams.get('code');
    const [entry] = await auditEntriesOf(api, async () => {
      const response = await end(user, ids.there, here);
      expect(EndedSessions.parse(response.body)).toMatchObject({ ended: { sessions: 1, instanceTokens: 1 } });
    });
    expect(entry).toMatchObject({
      action: 'endSession',
      actorUserId: user.id,
      details: { sessionIds: [ids.there], instanceTokens: 1 },
    });
    expect(await statusAtReplica('/whoami', there)).toBe(401);
    expect(await reconnect(tokens.there)).toBe(401);
    expect(errorTypeOf(await api.send('POST', '/complete-auth-connect').send({ code }))).toBe('InvalidCode');
    expect([await statusAtReplica('/whoami', here), await reconnect(tokens.here)]).toEqual([200, 200]);
    expect(await notifiedWorkspaces(ids.there)).toEqual([workspace.id]);
    expect(errorTypeOf(await end(user, ids.there, here))).toBe('SessionNotFound');
  });

  it('of another user is not found, whether or not it exists', async () => {
    const { here, user } = await makeUserWithSessions();
    const other = await makeUserWithSessions();
    for (const id of [other.ids.here, ulid(), 'x'])
      expect(errorTypeOf(await end(user, id, here))).toBe('SessionNotFound');
    expect(errorTypeOf(await end(other.user, other.ids.here, here))).toBe('NotAllowed');
    expect(await statusAtReplica('/whoami', other.here)).toBe(200);
  });

  it('works for a suspended user', async () => {
    const { user, here, ids } = await makeUserWithSessions();
    await api.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
    expect((await end(user, ids.there, here)).status).toBe(200);
  });

  it('can be the current one', async () => {
    const { user, here, tokens, ids } = await makeUserWithSessions();
    expect((await end(user, ids.here, here)).status).toBe(200);
    expect([await statusAtReplica('/whoami', here), await reconnect(tokens.here)]).toEqual([401, 401]);
  });
});

describe('ending all other sessions', () => {
  it('keeps the current one with its instance token', async () => {
    const { user, here, there, tokens, ids } = await makeUserWithSessions();
    expect(EndedSessions.parse((await endOthers(user, here)).body)).toMatchObject({
      ended: { sessions: 1, instanceTokens: 1 },
    });
    expect([await statusAtReplica('/whoami', there), await reconnect(tokens.there)]).toEqual([401, 401]);
    expect([await statusAtReplica('/whoami', here), await reconnect(tokens.here)]).toEqual([200, 200]);
    expect(await notifiedWorkspaces(ids.here)).toEqual([]);
  });

  it('needs a recent login', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user, minutesAgo(121));
    const other = await logIn(api, user);
    expect(errorTypeOf(await endOthers(user, credentials))).toBe('FreshLoginRequired');
    expect(await statusAtReplica('/whoami', other)).toBe(200);
  });

  it('without one requires a new login of a browser whose session has ended, and is audited', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const entries = await auditEntriesOf(api, () => endOthers(user, credentials));
    expect(entries).toMatchObject([{ action: 'endOtherSessions', details: { sessionIds: [], instanceTokens: 0 } }]);
    const remembered = {
      sub: user.auth0Id ?? '',
      email: user.email,
      email_verified: true,
      amr: [],
      auth_time: minutesAgo(5).getTime() / 1_000,
    };
    const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
    expect(await requiresReauthenticationAfterEnd(remembered, attempt, api.services)).toBe(true);
    expect(await statusAtReplica('/whoami', credentials)).toBe(200);
  });

  it('revokes the instance token and the code that the thief of an earlier cookie of this browser has', async () => {
    const { user, workspace, here, tokens, ids } = await makeUserWithSessions();
    const go = await api.send('GET', `/workspaces/${workspace.id}/go`, here).redirects(0);
    const code = new URL(go.headers['location'] ?? '').searchParams.get('code');
    // A login in this browser renews the session.
    const { now } = await api.db.$queryRaw<[{ now: Date }]>`SELECT now() AS now`.then(([row]) => row);
    await api.db.session.update({ where: { id: ids.here }, data: { createdAt: now } });
    const after = await makeInstanceToken(api, workspace, user, here);
    expect(EndedSessions.parse((await endOthers(user, here)).body)).toMatchObject({
      ended: { sessions: 1, instanceTokens: 2 },
    });
    expect([await reconnect(tokens.here), await statusAtReplica('/whoami', tokens.here)]).toEqual([401, 401]);
    expect(errorTypeOf(await api.send('POST', '/complete-auth-connect').send({ code }))).toBe('InvalidCode');
    expect([await reconnect(after), await statusAtReplica('/whoami', here)]).toEqual([200, 200]);
    expect(await notifiedWorkspaces(ids.here)).toEqual([workspace.id]);
  });
});

describe('staff', () => {
  const endByStaff = (user: User, credentials: Credentials, body: object = { reason: 'Lost a laptop' }) =>
    api.send('POST', `/staff/users/${user.id}/end-sessions`, credentials).send(body);

  it('end all sessions of a user without locking the account', async () => {
    const { user, workspace, here, there, tokens, ids } = await makeUserWithSessions();
    const staff = await makeStaff(api);
    const [entry] = await auditEntriesOf(api, async () => {
      expect((await endByStaff(user, staff.credentials)).body).toEqual({
        userId: user.id,
        ended: { sessions: 2, instanceTokens: 2, connectCodes: 0 },
      });
    });
    expect(entry).toMatchObject({
      action: 'endUserSessions',
      actorUserId: staff.user.id,
      subjectUserId: user.id,
      details: { reason: 'Lost a laptop', ended: { sessions: 2 } },
    });
    for (const credentials of [here, there]) expect(await statusAtReplica('/whoami', credentials)).toBe(401);
    for (const token of Object.values(tokens)) expect(await reconnect(token)).toBe(401);
    for (const id of [ids.here, ids.there]) expect(await notifiedWorkspaces(id)).toEqual([workspace.id]);
    expect(await statusAtReplica('/whoami', await logIn(api, user))).toBe(200);
    expect(await api.db.accountEmail.findMany({ where: { userId: user.id } })).toMatchObject([
      { kind: 'sessionsEndedByStaff', recipient: user.email },
    ]);
  });

  it('that end the sessions of a user leave the API tokens of these sessions for the user to review', async () => {
    const { user, workspace, ids } = await makeUserWithSessions();
    await makeApiToken(api, workspace, user, { name: 'Deploy', sessionId: ids.there });
    const staff = await makeStaff(api);
    expect((await endByStaff(user, staff.credentials)).status).toBe(200);
    expect((await list(user, await logIn(api, user))).tokensToReview).toMatchObject({ tokens: [{ name: 'Deploy' }] });
  });

  it('need a recent login and a reason, and do not end their own sessions here', async () => {
    const { user, here } = await makeUserWithSessions();
    const staff = await makeStaff(api);
    const stale = await logIn(api, staff.user, minutesAgo(16));
    expect(errorTypeOf(await endByStaff(user, stale))).toBe('FreshLoginRequired');
    for (const body of [{}, { reason: ' ' }, { reason: '<b>' }])
      expect(errorTypeOf(await endByStaff(user, staff.credentials, body))).toBe('InvalidInput');
    expect(errorTypeOf(await endByStaff(staff.user, staff.credentials))).toBe('NotAllowed');
    expect(await statusAtReplica('/whoami', here)).toBe(200);
  });
});

describe('an instance token', () => {
  it('ends with the logout of its session, at once on every replica', async () => {
    const { here, there, tokens, ids, workspace } = await makeUserWithSessions();
    expect((await api.send('GET', '/auth/logout', there).redirects(0)).status).toBe(303);
    expect([await reconnect(tokens.there), await statusAtReplica('/whoami', tokens.there)]).toEqual([401, 401]);
    expect([await reconnect(tokens.here), await statusAtReplica('/whoami', here)]).toEqual([200, 200]);
    expect(await notifiedWorkspaces(ids.there)).toEqual([workspace.id]);
  });

  it.each([
    ['was idle for 73 hours', { lastSeenAt: minutesAgo(73 * 60) }],
    ['started 15 days ago', { createdAt: minutesAgo(15 * 24 * 60) }],
    ['reached its end', { expiresAt: minutesAgo(1) }],
    ['was idle for 31 minutes with staff rights', { isStaff: true, lastSeenAt: minutesAgo(31) }],
  ])('is rejected once its session %s, and the instance is notified by the purge', async (_title, data) => {
    const { tokens, ids, workspace } = await makeUserWithSessions();
    await api.db.session.update({ where: { id: ids.there }, data });
    expect([await reconnect(tokens.there), await reconnect(tokens.here)]).toEqual([401, 200]);
    expect(await notifiedWorkspaces(ids.there)).toEqual([]);
    await purgeExpired(api.services);
    expect(await notifiedWorkspaces(ids.there)).toEqual([workspace.id]);
    expect(await api.db.instanceToken.count({ where: { sessionId: ids.there } })).toBe(0);
    expect(await reconnect(tokens.here)).toBe(200);
  });

  it('is deleted with its session, however that is deleted', async () => {
    const { tokens, ids } = await makeUserWithSessions();
    await api.asOwner(`DELETE FROM sessions WHERE id = '${ids.there}'`);
    expect(await reconnect(tokens.there)).toBe(401);
  });
});

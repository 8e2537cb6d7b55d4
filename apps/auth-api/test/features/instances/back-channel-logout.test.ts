import { AuthConnect } from '@portal/contract';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { endSessions } from '../../../src/features/accounts/sessions/end-sessions.ts';
import { Prisma, type User, type Workspace } from '../../../src/generated/prisma/client.ts';
import { sendLogoutTokens } from '../../../src/features/instances/send-logout-tokens.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import type { Services } from '../../../src/request/call/services.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeInstanceToken,
  makeStaff,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../../support/builders.ts';
import { Instance } from '../../support/recording-instance.ts';
import { pollUntil } from '../../support/polling.ts';

let instance: Instance;
let api: TestApi;
let jobs: JobWorker;
beforeAll(async () => {
  instance = new Instance();
  await instance.start();
  api = await startApi({ LOCAL_INSTANCE_URL: instance.url, BACK_CHANNEL_LOGOUT_NETWORKS: 'all' });
  jobs = startJobWorker(api.services);
});
beforeEach(() => {
  instance.received.length = 0;
  instance.status = 200;
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await instance.stop();
});

async function enter() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user, { instanceEnvType: 'LOCAL', instanceUrl: `${instance.url}/` });
  const credentials = await logIn(api, user);
  await makeInstanceToken(api, workspace, user, credentials);
  const { id: sessionId } = await sessionOf(api, credentials);
  const logOut = () => api.send('GET', '/auth/logout', credentials).redirects(0);
  return { user, workspace, sessionId, logOut };
}

const waitForRequests = (count: number, timeoutMs = 5_000) =>
  pollUntil(
    () => Promise.resolve(instance.received),
    (received) => received.length >= count,
    timeoutMs,
  );
const pendingJobs = async (sessionId: string) => {
  const { rows } = await api.services.pool.query<{ attempts: number | null }>(
    `SELECT (payload->>'attempts')::int AS attempts FROM graphile_worker._private_jobs WHERE payload->>'sessionId' = $1`,
    [sessionId],
  );
  return rows.map(({ attempts }) => attempts);
};

const waitForJobs = async (sessionId: string) =>
  expect(
    await pollUntil(
      () => pendingJobs(sessionId),
      (pending) => pending.length === 0,
    ),
  ).toEqual([]);

describe('a logout', () => {
  it('sends a logout token to the instances that the session entered, within five seconds', async () => {
    const { user, workspace, sessionId, logOut } = await enter();
    const startedAt = Date.now();
    expect((await logOut()).status).toBe(303);
    const [request] = await waitForRequests(1);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(request).toMatchObject({
      method: 'POST',
      url: '/backchannel-logout',
      contentType: 'application/x-www-form-urlencoded',
    });
    expect([...(request?.form.keys() ?? [])]).toEqual(['logout_token']);
    const token = request?.form.get('logout_token') ?? '';
    const jwks = (await api.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: 'http://localhost:9001',
      audience: workspace.id,
      typ: 'logout+jwt',
    });
    expect(payload).toEqual({
      iss: 'http://localhost:9001',
      aud: workspace.id,
      sub: user.id,
      sid: sessionId,
      toe: expect.any(Number) as number,
      jti: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      iat: expect.any(Number) as number,
      exp: (payload.iat ?? 0) + 120,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('is not accepted as a credential', async () => {
    const { logOut } = await enter();
    await logOut();
    const [request] = await waitForRequests(1);
    const token = request?.form.get('logout_token') ?? '';
    for (const path of ['/whoami', '/auth-reconnect'])
      expect((await api.send('GET', path, { token })).status).toBe(401);
  });

  it('is not delayed by an instance that does not respond', async () => {
    instance.status = null;
    const { sessionId, logOut } = await enter();
    const startedAt = Date.now();
    await logOut();
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    instance.status = 200;
    await waitForJobs(sessionId);
  });

  it('retries an instance that fails, with a new token', async () => {
    instance.status = 503;
    const { sessionId, logOut } = await enter();
    await logOut();
    await waitForRequests(1);
    instance.status = 200;
    await waitForRequests(2, 10_000);
    const ids = instance.received.map(({ form }) => decodeJwt(form.get('logout_token') ?? ''));
    expect(new Set(ids.map(({ jti }) => jti)).size).toBe(2);
    // A second later, but about the same end of the session.
    expect(ids[1]?.iat).toBeGreaterThan(ids[0]?.iat ?? Infinity);
    expect(ids[1]?.['toe']).toBe(ids[0]?.['toe']);
    expect(ids.map(({ sid }) => sid)).toEqual([sessionId, sessionId]);
    await waitForJobs(sessionId);
  });

  it('ends only what was entered before the end, so that a member who was invited again stays', async () => {
    const owner = await makeUser(api);
    const member = await makeUser(api);
    const workspace = await makeWorkspace(api, owner, { instanceEnvType: 'LOCAL', instanceUrl: `${instance.url}/` });
    const [asOwner, asMember] = [await logIn(api, owner), await logIn(api, member)];
    const enterAsMember = async () => {
      await addMember(api, workspace, member, 'EDITOR');
      const go = await api.send('GET', `/workspaces/${workspace.id}/go`, asMember).redirects(0);
      const code = new URL(go.headers.location ?? '').searchParams.get('code');
      const connected = AuthConnect.parse((await api.send('POST', '/complete-auth-connect').send({ code })).body);
      return { iat: decodeJwt(connected.token).iat ?? 0, sid: connected.sessionId };
    };
    const first = await enterAsMember();
    await api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: member.email });
    const [request] = await waitForRequests(1);
    const { sid, toe } = decodeJwt(request?.form.get('logout_token') ?? '') as { sid: string; toe: number };
    const second = await enterAsMember();
    expect(new Set([first.sid, sid, second.sid]).size).toBe(1);
    expect(first.iat).toBeLessThanOrEqual(toe);
    expect(second.iat).toBeGreaterThan(toe);
  });

  it.each([302, 307, 400, 404])('does not follow or retry the status %i', async (status) => {
    instance.status = status;
    const { sessionId, logOut } = await enter();
    await logOut();
    await waitForRequests(1);
    await waitForJobs(sessionId);
    expect(instance.received.map(({ url }) => url)).toEqual(['/backchannel-logout']);
  });

  it('notifies no instance that another session entered', async () => {
    const { user, workspace, logOut } = await enter();
    await makeInstanceToken(api, workspace, user);
    await logOut();
    await waitForRequests(2, 500);
    expect(instance.received).toHaveLength(1);
  });
});

describe('an instance that does not respond', () => {
  let offline: Instance;
  beforeAll(async () => {
    offline = new Instance();
    offline.status = null;
    await offline.start();
  });
  afterAll(() => offline.stop());

  it('delays no instance of another owner, however many sessions end', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user, { instanceEnvType: 'LOCAL', instanceUrl: offline.url });
    for (let count = 0; count < 4; count += 1) await makeInstanceToken(api, workspace, user);
    const others = [await enter(), await enter()];
    await api.db.$transaction((tx) => endSessions(Prisma.sql`user_id = ${user.id}`, tx, api.services.settings));
    for (const { logOut } of others) await logOut();
    await waitForRequests(2);
    // The requests to it run one after the other, each until its timeout. Before, two queues were for all users.
    expect([instance.received.length, offline.received.length]).toEqual([2, 1]);
    await api.services.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL`);
  });

  it('has the queue of its owner, and jobs of few instances that run after others', async () => {
    await jobs.stop();
    const [user, owner] = [await makeUser(api), await makeUser(api)];
    const remote = { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' } as const;
    const session = await logIn(api, user);
    for (let count = 0; count < 12; count += 1) {
      const workspace = await makeWorkspace(api, owner, remote);
      await addMember(api, workspace, user, 'EDITOR');
      await makeInstanceToken(api, workspace, user, session);
    }
    await makeInstanceToken(api, await makeWorkspace(api, user, remote), user, session);
    await makeInstanceToken(api, await makeWorkspace(api, user), user, session);
    const { id: sessionId } = await sessionOf(api, session);
    await api.send('GET', '/auth/logout', session).redirects(0);
    const { rows } = await api.services.pool.query<{ queue: string; count: number; priority: number }>(
      `SELECT queue_name AS queue, json_array_length(payload->'workspaceIds') AS count, jobs.priority
       FROM graphile_worker._private_jobs jobs JOIN graphile_worker._private_job_queues queues ON queues.id = job_queue_id
       WHERE payload->>'sessionId' = $1 ORDER BY 2, 1`,
      [sessionId],
    );
    expect(rows).toEqual([
      { queue: `logout-${user.id}`, count: 1, priority: 1 },
      { queue: expect.stringMatching(/^logout-hosted-[01]$/) as string, count: 1, priority: 0 },
      { queue: `logout-${owner.id}`, count: 2, priority: 1 },
      { queue: `logout-${owner.id}`, count: 10, priority: 1 },
    ]);
    await api.services.pool.query(`DELETE FROM graphile_worker._private_jobs`);
    jobs = startJobWorker(api.services);
  });
});

describe('the end of access to a workspace', () => {
  const end = {
    'removing a member': ({ member, workspace, asOwner }: Team) =>
      api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: member.email }),
    leaving: ({ workspace, asMember }: Team) => api.send('DELETE', `/workspace/${workspace.id}/leave`, asMember),
    'deleting the workspace': ({ workspace, asOwner }: Team) =>
      api.send('DELETE', `/workspaces/${workspace.id}`, asOwner),
    'a quarantine of the workspace': async ({ workspace }: Team) =>
      api
        .send('PATCH', `/workspaces/${workspace.id}/quarantine`, (await makeStaff(api)).credentials)
        .send({ isQuarantined: true }),
  };

  async function makeTeam() {
    const [owner, member] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner, { instanceEnvType: 'LOCAL', instanceUrl: instance.url });
    await addMember(api, workspace, member, 'EDITOR');
    const [asOwner, asMember] = [await logIn(api, owner), await logIn(api, member)];
    await makeInstanceToken(api, workspace, member, asMember);
    return { member, workspace, asOwner, asMember, sessionId: (await sessionOf(api, asMember)).id };
  }
  type Team = Awaited<ReturnType<typeof makeTeam>>;

  it.each(Object.entries(end))('by %s is sent to the instance, and the session stays', async (_, endCredentials) => {
    const team = await makeTeam();
    expect((await endCredentials(team)).status).toBe(200);
    const [request] = await waitForRequests(1);
    const { sub, sid, aud } = decodeJwt(request?.form.get('logout_token') ?? '');
    expect([sub, sid, aud]).toEqual([team.member.id, team.sessionId, team.workspace.id]);
    expect((await api.send('GET', '/whoami', team.asMember)).status).toBe(200);
    await waitForJobs(team.sessionId);
  });
});

describe('the job', () => {
  const services = (overrides: Partial<Services['settings']>): Services => ({
    ...api.services,
    settings: { ...api.services.settings, ...overrides },
  });
  const jobAbout = (user: User, sessionId: string, workspaces: readonly Workspace[]) => ({
    userId: user.id,
    sessionId,
    workspaceIds: workspaces.map(({ id }) => id),
    instanceUrls: Object.fromEntries(workspaces.map(({ id, instanceUrl }) => [id, instanceUrl])),
    endedAt: new Date().toISOString(),
  });

  it('retries only the instances that it could not reach, a few times, and never fails', async () => {
    const { user, workspace, sessionId } = await enter();
    const offline = await makeWorkspace(api, user, { instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:1' });
    await jobs.stop();
    const payload = jobAbout(user, sessionId, [workspace, offline]);
    await sendLogoutTokens(payload, services({}));
    expect(instance.received).toHaveLength(1);
    expect(await pendingJobs(sessionId)).toEqual([1]);
    await sendLogoutTokens({ ...payload, workspaceIds: [offline.id], attempts: 5 }, services({}));
    expect(await pendingJobs(sessionId)).toEqual([1]);
    jobs = startJobWorker(api.services);
  });

  it.each([
    ['LOCAL', 'http://localhost'],
    ['PRIVATE', 'http://localhost'],
    ['PRIVATE', 'http://127.0.0.1'],
    ['PRIVATE', 'http://169.254.169.254'],
    ['PRIVATE', 'http://[::ffff:10.0.0.1]'],
  ] as const)('in production sends nothing to a %s instance at %s', async (instanceEnvType, origin) => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user, {
      instanceEnvType,
      instanceUrl: `${origin}:${new URL(instance.url).port}`,
    });
    const sessionId = workspace.id;
    const payload = jobAbout(user, sessionId, [workspace]);
    await sendLogoutTokens(payload, services({ BACK_CHANNEL_LOGOUT_NETWORKS: 'public' }));
    expect([instance.received.length, await pendingJobs(sessionId)]).toEqual([0, []]);
  });

  it('sends nothing to localhost for a remote workspace, whatever the networks', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user, { instanceEnvType: 'PRIVATE', instanceUrl: instance.url });
    await sendLogoutTokens(jobAbout(user, workspace.id, [workspace]), services({}));
    expect(instance.received).toEqual([]);
  });

  it('reaches the hosted app wherever the operator runs it', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user, { instanceEnvType: 'SI', instanceUrl: instance.url });
    await sendLogoutTokens(
      jobAbout(user, workspace.id, [workspace]),
      services({ BACK_CHANNEL_LOGOUT_NETWORKS: 'public', HOSTED_APP_URL: instance.url }),
    );
    expect(decodeProtectedHeader(instance.received[0]?.form.get('logout_token') ?? '').typ).toBe('logout+jwt');
  });
});

/** @waits 10 s */
import { decodeJwt } from 'jose';
import { startJobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { Instance } from '../../support/recording-instance.ts';

let former: Instance;
let moved: Instance;
let api: TestApi;
beforeAll(async () => {
  former = new Instance();
  moved = new Instance();
  await former.start();
  await moved.start();
  api = await startApi({ BACK_CHANNEL_LOGOUT_NETWORKS: 'all' });
});
beforeEach(() => {
  for (const each of [former, moved]) {
    each.received.length = 0;
    each.status = 200;
  }
});
afterAll(async () => {
  await api.close();
  await former.stop();
  await moved.stop();
});

/** Only remote workspaces can change their URL. */
async function enterRemote() {
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner, { instanceEnvType: 'PRIVATE', instanceUrl: former.url });
  await addMember(api, workspace, member, 'EDITOR');
  const [asOwner, asMember] = [await logIn(api, owner), await logIn(api, member)];
  const token = await makeInstanceToken(api, workspace, member, asMember);
  const { credentials: apiToken } = await makeApiToken(api, workspace, owner);
  const { id: sessionId } = await sessionOf(api, asMember);
  const logOut = () => api.send('GET', '/auth/logout', asMember).redirects(0);
  const moveTo = async (instanceUrl: string) =>
    expect((await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send({ instanceUrl })).status).toBe(200);
  return { member, workspace, token, apiToken, sessionId, logOut, moveTo };
}

/** Runs the pending jobs of a session, with the other instance as the present one. Both are on this machine, so they count as local. */
async function runJobs({ workspace, sessionId }: Awaited<ReturnType<typeof enterRemote>>) {
  const present = { instanceEnvType: 'LOCAL', instanceUrl: moved.url } as const;
  await api.db.workspace.update({ where: { id: workspace.id }, data: present });
  const jobs = startJobWorker(api.services);
  const pending = await pollUntil(
    () => pendingJobs(sessionId),
    (count) => count === 0,
    10_000,
  );
  await jobs.stop();
  expect(pending).toBe(0);
}

async function pendingJobs(sessionId: string): Promise<number> {
  const { rowCount } = await api.services.pool.query(
    `SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'sessionId' = $1`,
    [sessionId],
  );
  return rowCount ?? 0;
}

describe('a change of the instance URL', () => {
  it('ends the tokens of the old instance, which gets the logout tokens; the new one gets none', async () => {
    const entered = await enterRemote();
    const { member, workspace, token, apiToken, sessionId, logOut, moveTo } = entered;
    await moveTo('https://new.example.com');
    expect((await api.send('GET', '/auth-reconnect', token)).status).toBe(401);
    expect((await api.send('GET', `/workspace/${workspace.id}/members`, token)).status).toBe(401);
    expect((await api.send('GET', '/whoami', apiToken)).status).toBe(200);
    // The new instance has nothing to do with the later end of the session, which did not enter it.
    expect((await logOut()).status).toBe(303);
    await runJobs(entered);
    const received = former.received.map(({ form }) => decodeJwt(form.get('logout_token') ?? ''));
    expect(received).toMatchObject([{ sub: member.id, sid: sessionId, aud: workspace.id }]);
    expect(moved.received).toEqual([]);
  });

  it('does not redirect the notice of an earlier logout, or its retries, to the new instance', async () => {
    former.status = 503;
    const entered = await enterRemote();
    await entered.logOut();
    await entered.moveTo('https://new.example.com');
    const running = runJobs(entered);
    await pollUntil(
      () => Promise.resolve(former.received.length),
      (count) => count === 1,
    );
    former.status = 200;
    await running;
    expect([former.received.length, moved.received.length]).toEqual([2, 0]);
  });

  it('is none if the URL differs only in its notation', async () => {
    const { workspace, token, moveTo } = await enterRemote();
    await api.db.workspace.update({ where: { id: workspace.id }, data: { instanceUrl: 'https://si.example.com' } });
    await moveTo('https://si.example.com/');
    expect((await api.send('GET', '/auth-reconnect', token)).status).toBe(200);
  });
});

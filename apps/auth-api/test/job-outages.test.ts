import { ulid } from 'ulid';
import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import { startReplica } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

let mail: Inbox;
let api: TestApi;
let network: TcpProxy;
/** The same API, whose jobs reach the database over a network that breaks. */
let beyond: TestApi;
let jobs: JobWork;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  network = await startTcpProxy(api.services.settings.DATABASE_URL);
  beyond = await startApi({ SMTP_URL: mail.smtpUrl, DATABASE_URL: network.url });
});
beforeEach(async () => {
  await mail.become('accept');
  jobs = startJobs(beyond.services);
});
afterEach(() => jobs.stop());
afterAll(async () => {
  await beyond.close();
  await network.close();
  await api.close();
  await mail.close();
});

async function invite(): Promise<string> {
  const email = `${ulid().toLowerCase()}@example.com`;
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const path = `/workspace/${workspace.id}/members`;
  expect((await api.send('POST', path, await logIn(api, owner)).send({ email })).status).toBe(200);
  return email;
}

/** How many jobs of a kind there are; those of the clock come and go. */
const count = async (task: string, which = 'true') => {
  const { rows } = await api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = $1 AND ${which}`,
    [task],
  );
  return rows[0]?.count ?? 0;
};

/** Waits until the jobs are in the worker’s hands. */
const untilTaken = async (jobs = 1) =>
  expect(
    await until(
      () => count('sendInvitation', 'locked_at IS NOT NULL'),
      (taken) => taken === jobs,
    ),
  ).toBe(jobs);

const untilDone = async (task = 'sendInvitation') =>
  expect(
    await until(
      () => count(task),
      (left) => left === 0,
    ),
  ).toBe(0);

const endConnections = (which: string) =>
  api.services.pool.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
  );

/** Lets the worker try to write how its jobs ended, and takes the connections away in the middle of it. */
async function loseTheEnd(goOn: 'accept' | 'refuse', jobs = 1): Promise<void> {
  const writes = `wait_event_type = 'Lock' AND query LIKE '%_private_jobs%'`;
  const waiting = () => api.services.pool.query(`SELECT FROM pg_stat_activity WHERE ${writes}`);
  const holder = await api.services.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL FOR UPDATE');
  await mail.become(goOn);
  await until(waiting, ({ rows }) => rows.length === jobs);
  expect((await endConnections(writes)).rows).toHaveLength(jobs);
  await holder.query('ROLLBACK');
  holder.release();
}

describe('a job goes on soon', () => {
  it('when every connection is ended while it is at hand', async () => {
    await mail.become('hang');
    const email = await invite();
    await untilTaken();
    await endConnections('true');
    await mail.become('accept');
    await untilDone();
    expect(await mail.messagesTo(email)).not.toEqual([]);
  });

  it('when it was done and that could not be written: it is not done again', async () => {
    await mail.become('hang');
    const email = await invite();
    await untilTaken();
    await loseTheEnd('accept');
    await untilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('when it failed and that could not be written', async () => {
    await mail.become('hang');
    const email = await invite();
    await untilTaken();
    await loseTheEnd('refuse');
    await mail.become('accept');
    await untilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it.each([
    ['done', 'accept'],
    ['failed', 'refuse'],
  ] as const)('when several were %s and that could not be written', async (_how, goOn) => {
    await mail.become('hang');
    const emails = [await invite(), await invite()];
    await untilTaken(2);
    await loseTheEnd(goOn, 2);
    await mail.become('accept');
    await untilDone();
    for (const email of emails) expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('when it was given to a worker that never learned of it', async () => {
    const isCut = network.cutAt('"inviteeId"');
    const email = await invite();
    await isCut;
    await untilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('when the process that held it was killed, once no live one could still hold it', async () => {
    await jobs.stop();
    await mail.become('hang');
    const replica = await startReplica(api, { SMTP_URL: mail.smtpUrl });
    const email = await invite();
    await untilTaken();
    await replica.stop('SIGKILL');
    await mail.become('accept');
    await api.services.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
    );
    jobs = startJobs(beyond.services);
    await untilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('but not while its worker lives', async () => {
    await mail.become('hang');
    const email = await invite();
    await untilTaken();
    const other = startJobs(api.services);
    await api.services.pool.query(`SELECT graphile_worker.add_job('freeAbandonedJobs')`);
    await untilDone('freeAbandonedJobs');
    expect(await count('sendInvitation', 'locked_at IS NOT NULL AND attempts = 1')).toBe(1);
    await mail.become('accept');
    await untilDone();
    await other.stop();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });
});

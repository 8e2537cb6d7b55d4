/** @waits 12 s */
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

interface Invitation {
  readonly email: string;
  readonly send: () => Promise<void>;
}

/** Everything that an invitation needs, so that sending it takes no time. */
async function prepareInvitation(): Promise<Invitation> {
  const email = `${ulid().toLowerCase()}@example.com`;
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const session = await logIn(api, owner);
  const send = async () => {
    const sent = await api.send('POST', `/workspace/${workspace.id}/members`, session).send({ email });
    expect(sent.status).toBe(200);
  };
  return { email, send };
}

async function invite(): Promise<string> {
  const { email, send } = await prepareInvitation();
  await send();
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

const writesOfEnds = `wait_event_type = 'Lock' AND query LIKE '%_private_jobs%'`;

/**
 * Takes jobs one after the other, lets the worker try to write how each ended, and takes the connections away in the
 * middle of it. One after the other, for the worker writes at once what ends at once.
 */
async function loseTheEnds(goOn: 'accept' | 'refuse', invitations: readonly Invitation[]): Promise<void> {
  const holder = await api.services.pool.connect();
  try {
    await holder.query('BEGIN');
    for (const [index, { send }] of invitations.entries()) {
      await mail.become('hang');
      await send();
      await untilTaken(index + 1);
      await holder.query('SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL FOR UPDATE');
      await mail.become(goOn);
      await untilWaiting(index + 1);
    }
    expect((await endConnections(writesOfEnds)).rows).toHaveLength(invitations.length);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const untilWaiting = async (writes: number) => {
  const waiting = () => api.services.pool.query(`SELECT FROM pg_stat_activity WHERE ${writesOfEnds}`);
  expect((await until(waiting, ({ rows }) => rows.length === writes)).rows).toHaveLength(writes);
};

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

  it.each([
    ['it was done', 'accept', 1],
    ['it failed', 'refuse', 1],
    ['several were done', 'accept', 2],
    ['several failed', 'refuse', 2],
  ] as const)('when %s and that could not be written, and what was done is not done again', async (_, goOn, jobs) => {
    const invitations = await Promise.all(Array.from({ length: jobs }, prepareInvitation));
    await loseTheEnds(goOn, invitations);
    await mail.become('accept');
    await untilDone();
    for (const { email } of invitations) expect(await mail.messagesTo(email)).toHaveLength(1);
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

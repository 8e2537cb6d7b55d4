/** @waits 12 s */
import { ulid } from 'ulid';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { pollUntil } from '../../support/polling.ts';

let mail: Inbox;
let api: TestApi;
let network: TcpProxy;
/** The same API, with a network between its jobs and the database that the tests break. */
let apiBehindProxy: TestApi;
let jobs: JobWorker;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  network = await startTcpProxy(api.services.settings.DATABASE_URL);
  apiBehindProxy = await startApi({ SMTP_URL: mail.smtpUrl, DATABASE_URL: network.url });
});
beforeEach(async () => {
  await mail.setMode('accept');
  jobs = startJobWorker(apiBehindProxy.services);
});
afterEach(() => jobs.stop());
afterAll(async () => {
  await apiBehindProxy.close();
  await network.close();
  await api.close();
  await mail.close();
});

interface Invitation {
  readonly email: string;
  readonly send: () => Promise<void>;
}

/** Prepares everything for an invitation, so that sending it is fast. */
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

/** The number of jobs of a task. Other tasks are scheduled by the clock. */
const countJobs = async (task: string, which = 'true') => {
  const { rows } = await api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = $1 AND ${which}`,
    [task],
  );
  return rows[0]?.count ?? 0;
};

/** Waits until the worker has locked the jobs. */
const waitUntilLocked = async (jobs = 1) =>
  expect(
    await pollUntil(
      () => countJobs('sendMemberInvitationEmail', 'locked_at IS NOT NULL'),
      (locked) => locked === jobs,
    ),
  ).toBe(jobs);

const waitUntilDone = async (task = 'sendMemberInvitationEmail') =>
  expect(
    await pollUntil(
      () => countJobs(task),
      (remaining) => remaining === 0,
    ),
  ).toBe(0);

const endConnections = (which: string) =>
  api.services.pool.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
  );

const blockedWrites = `wait_event_type = 'Lock' AND query LIKE '%_private_jobs%'`;

/**
 * Runs jobs one after the other, blocks the worker's writes of their outcomes, and then terminates these connections. The
 * jobs do not run together, because the worker writes outcomes that arrive together in one statement.
 */
async function loseCompletions(resumeMode: 'accept' | 'reject', invitations: readonly Invitation[]): Promise<void> {
  const lockingClient = await api.services.pool.connect();
  try {
    await lockingClient.query('BEGIN');
    for (const [index, { send }] of invitations.entries()) {
      await mail.setMode('hang');
      await send();
      await waitUntilLocked(index + 1);
      await lockingClient.query('SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL FOR UPDATE');
      await mail.setMode(resumeMode);
      await waitForBlockedWrites(index + 1);
    }
    expect((await endConnections(blockedWrites)).rows).toHaveLength(invitations.length);
  } finally {
    await lockingClient.query('ROLLBACK');
    lockingClient.release();
  }
}

const waitForBlockedWrites = async (writes: number) => {
  const waiting = () => api.services.pool.query(`SELECT FROM pg_stat_activity WHERE ${blockedWrites}`);
  expect((await pollUntil(waiting, ({ rows }) => rows.length === writes)).rows).toHaveLength(writes);
};

describe('a mail server that never greets', () => {
  it('delays emails, and no other jobs', async () => {
    await mail.setMode('hang');
    const emails = await Promise.all(Array.from({ length: 7 }, invite));
    await waitUntilLocked(3);
    await api.services.pool.query(`SELECT graphile_worker.add_job('purgeExpired')`);
    await waitUntilDone('purgeExpired');
    expect(await countJobs('sendMemberInvitationEmail')).toBe(emails.length);
    await mail.setMode('accept');
    await waitUntilDone();
    for (const email of emails) expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('sends each email once, although another worker takes over the job that seems stale', async () => {
    await mail.setMode('hang');
    const email = await invite();
    await waitUntilLocked();
    await api.services.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
    );
    await api.services.pool.query(`SELECT graphile_worker.add_job('releaseStaleLocks')`);
    const failed = () => countJobs('sendMemberInvitationEmail', `last_error LIKE '%being sent by another worker%'`);
    expect(await pollUntil(failed, (count) => count === 1)).toBe(1);
    await mail.setMode('accept');
    await waitUntilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });
});

describe('a job continues soon', () => {
  it('when all connections are terminated while it runs', async () => {
    await mail.setMode('hang');
    const email = await invite();
    await waitUntilLocked();
    await endConnections('true');
    await mail.setMode('accept');
    await waitUntilDone();
    expect(await mail.messagesTo(email)).not.toEqual([]);
  });

  it.each([
    ['it succeeded', 'accept', 1],
    ['it failed', 'reject', 1],
    ['several succeeded', 'accept', 2],
    ['several failed', 'reject', 2],
  ] as const)('when %s but the outcome could not be stored, and nothing is done twice', async (_, resumeMode, jobs) => {
    const invitations = await Promise.all(Array.from({ length: jobs }, prepareInvitation));
    await loseCompletions(resumeMode, invitations);
    await mail.setMode('accept');
    await waitUntilDone();
    for (const { email } of invitations) expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('when the worker never received the job that it locked', async () => {
    const connectionCut = network.cutOn('"invitationId"');
    const email = await invite();
    await connectionCut;
    await waitUntilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('when the process that ran it was killed, once its lock is stale', async () => {
    await jobs.stop();
    await mail.setMode('hang');
    const replica = await startReplica(api, { SMTP_URL: mail.smtpUrl });
    const email = await invite();
    await waitUntilLocked();
    await replica.stop('SIGKILL');
    await mail.setMode('accept');
    await api.services.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
    );
    jobs = startJobWorker(apiBehindProxy.services);
    await waitUntilDone();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('but not on another worker while its worker is alive', async () => {
    await mail.setMode('hang');
    const email = await invite();
    await waitUntilLocked();
    const other = startJobWorker(api.services);
    await api.services.pool.query(`SELECT graphile_worker.add_job('releaseStaleLocks')`);
    await waitUntilDone('releaseStaleLocks');
    expect(await countJobs('sendMemberInvitationEmail', 'locked_at IS NOT NULL AND attempts = 1')).toBe(1);
    await mail.setMode('accept');
    await waitUntilDone();
    await other.stop();
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });
});

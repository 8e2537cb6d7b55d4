/** @waits 5 s */
import { enqueueAccountEmail } from '../../../src/features/emails/enqueue-account-email.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { sendAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { releaseStaleLocks } from '../../../src/platform/queue/stale-locks.ts';
import { startJobWorker } from '../../../src/jobs/worker.ts';
import type { Services } from '../../../src/request/call/services.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, waitForEmails, type Inbox } from '../../support/inbox.ts';
import { pollSkippingJobDelays, pollUntil } from '../../support/polling.ts';

let mail: Inbox;
let api: TestApi;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
});
afterEach(() => mail.setMode('accept'));
afterAll(async () => {
  await api.close();
  await mail.close();
});

/** A user with an email that waits to be sent. */
async function makePendingEmail(): Promise<{ user: User; emailId: string }> {
  const user = await makeUser(api);
  const { id: tokenId } = await makeApiToken(api, await makeWorkspace(api, user), user);
  await api.db.$transaction((tx) => enqueueAccountEmail('tokenCreated', user.id, { tokenId }, tx));
  const { id: emailId } = await api.db.accountEmail.findFirstOrThrow({ where: { userId: user.id } });
  return { user, emailId };
}

/** Services with a mail server that accepts the email when the test calls `accept`. */
function servicesWithSlowMail() {
  let accept = (): void => undefined;
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  let started = (): void => undefined;
  const isStarted = new Promise<void>((resolve) => (started = resolve));
  const sent: (string | undefined)[] = [];
  const mailer: Services['mailer'] = {
    async send({ id }) {
      started();
      await accepted;
      sent.push(id);
    },
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { services: { ...api.services, db: api.services.jobDb, mailer }, sent, isStarted, accept };
}

/** Runs the jobs in this process until no email is pending. */
async function sendPendingEmails(): Promise<void> {
  const jobs = startJobWorker(api.services);
  try {
    await pollSkippingJobDelays(
      api,
      async () =>
        (await api.services.pool.query("SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'send%'")).rowCount,
      (count) => count === 0,
    );
  } finally {
    await jobs.stop();
  }
  expect(await api.db.accountEmail.count()).toBe(0);
}

/** Unlocks the jobs of killed processes, as the worker does after a minute. */
async function passAMinute(): Promise<void> {
  await api.services.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '2 minutes' WHERE locked_at IS NOT NULL",
  );
  await releaseStaleLocks(api.services);
}

const waitForBlockedDelete = async () => {
  const blocked = () =>
    api.services.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE 'DELETE FROM%account_emails%'`,
    );
  const { rows } = await pollUntil(blocked, (found) => found.rowCount === 1);
  expect(rows).toHaveLength(1);
  return rows[0]?.pid;
};

/** Stops workers from deleting emails until the test ends it; they can lock them. */
async function blockDeletes() {
  const client = await api.services.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE account_emails IN SHARE MODE');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

describe('an account email', () => {
  it('is sent once if two workers have its job at the same time, for example because the clock was moved', async () => {
    const { emailId } = await makePendingEmail();
    const { services, sent, isStarted, accept } = servicesWithSlowMail();
    const first = sendAccountEmail({ emailId }, services);
    await isStarted;
    await expect(sendAccountEmail({ emailId }, services)).rejects.toThrow('being sent by another worker');
    accept();
    await first;
    await sendAccountEmail({ emailId }, services);
    expect(sent).toEqual([emailId]);
    await sendPendingEmails();
  });

  it('is sent once the mail server accepts it, with a Message-ID that names the email', async () => {
    const { user, emailId } = await makePendingEmail();
    await mail.setMode('reject');
    const jobs = startJobWorker(api.services);
    const failed = () =>
      api.services.pool.query('SELECT FROM graphile_worker.jobs WHERE attempts > 0 AND locked_at IS NULL');
    expect((await pollUntil(failed, ({ rowCount }) => rowCount === 1)).rowCount).toBe(1);
    await jobs.stop();
    await mail.setMode('accept');
    await sendPendingEmails();
    const messages = await mail.messagesTo(user.email);
    expect(messages.map(({ messageId }) => messageId)).toEqual([`<${emailId}@example.com>`]);
  });

  it('is not retried once the mail server rejects the address for good', async () => {
    const { user, emailId } = await makePendingEmail();
    await mail.setMode('reject for good');
    await sendAccountEmail({ emailId }, api.services);
    expect(await api.db.accountEmail.count()).toBe(0);
    await mail.setMode('accept');
    await sendPendingEmails();
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('is not enqueued if the transaction of its event fails', async () => {
    const user = await makeUser(api);
    const event = api.db.$transaction(async (tx) => {
      await enqueueAccountEmail('tokenCreated', user.id, { tokenId: user.id }, tx);
      throw new Error('rolled back');
    });
    await expect(event).rejects.toThrow('rolled back');
    expect(await api.db.accountEmail.count()).toBe(0);
    await waitForEmails(api);
  });

  it('goes to the address at the time of the event', async () => {
    const { user } = await makePendingEmail();
    await api.db.user.update({
      where: { id: user.id },
      data: { email: 'new-owner@example.com', emailVerified: false },
    });
    await sendPendingEmails();
    expect(await mail.messagesTo(user.email)).toHaveLength(1);
    expect(await mail.messagesTo('new-owner@example.com')).toEqual([]);
  });

  it.each([{ emailVerified: false }, { auth0Id: null }])('is not sent to a user with %j', async (state) => {
    const user = await makeUser(api, state);
    const isEnqueued = await api.db.$transaction((tx) =>
      enqueueAccountEmail('tokenCreated', user.id, { tokenId: '' }, tx),
    );
    expect([isEnqueued, await api.db.accountEmail.count()]).toEqual([false, 0]);
  });

  it('is dropped if what it is about no longer exists', async () => {
    const { user } = await makePendingEmail();
    await api.db.authToken.deleteMany();
    await sendPendingEmails();
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('is sent once if the connection to the database breaks after the mail server accepted it', async () => {
    const { user, emailId } = await makePendingEmail();
    const { services, sent, isStarted, accept } = servicesWithSlowMail();
    const sending = sendAccountEmail({ emailId }, services);
    await isStarted;
    const unblock = await blockDeletes();
    accept();
    await api.services.pool.query('SELECT pg_terminate_backend($1)', [await waitForBlockedDelete()]);
    await waitForBlockedDelete();
    await unblock();
    await sending;
    expect(sent).toEqual([emailId]);
    await sendPendingEmails();
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });
});

describe('an account email of a process that is killed', () => {
  it('before or while it talks to the mail server is sent once by another process', async () => {
    await mail.setMode('hang');
    const { user, emailId } = await makePendingEmail();
    const replica = await startReplica(api, { SMTP_URL: mail.smtpUrl });
    const isLocked = () =>
      api.services.pool.query(
        'SELECT FROM account_emails WHERE id NOT IN (SELECT id FROM account_emails FOR UPDATE SKIP LOCKED)',
      );
    await pollUntil(isLocked, ({ rowCount }) => rowCount === 1);
    await replica.stop('SIGKILL');
    await mail.setMode('accept');
    await passAMinute();
    await sendPendingEmails();
    const messages = await mail.messagesTo(user.email);
    expect(messages.map(({ messageId }) => messageId)).toEqual([`<${emailId}@example.com>`]);
  });

  it('between the response of the mail server and the commit is sent again with the same Message-ID', async () => {
    await mail.setMode('hang');
    const { user, emailId } = await makePendingEmail();
    const replica = await startReplica(api, { SMTP_URL: mail.smtpUrl });
    const isLocked = () =>
      api.services.pool.query(
        'SELECT FROM account_emails WHERE id NOT IN (SELECT id FROM account_emails FOR UPDATE SKIP LOCKED)',
      );
    await pollUntil(isLocked, ({ rowCount }) => rowCount === 1);
    const unblock = await blockDeletes();
    await mail.setMode('accept');
    await waitForBlockedDelete();
    await replica.stop('SIGKILL');
    await unblock();
    await passAMinute();
    await sendPendingEmails();
    const messages = await mail.messagesTo(user.email);
    expect(messages.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${emailId}@example.com>`));
  });
});

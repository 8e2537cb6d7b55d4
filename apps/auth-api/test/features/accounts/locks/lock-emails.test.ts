import { sendAccountLockEmail } from '../../../../src/features/emails/send-account-lock-email.ts';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import type { Prisma, User } from '../../../../src/generated/prisma/client.ts';
import { logInWithClaims, makeUser } from '../../../support/builders.ts';
import { countPendingEmails, emailsTo, startInbox, waitForEmails, type Inbox } from '../../../support/inbox.ts';
import { pollUntil } from '../../../support/polling.ts';
import { startStaffApi, type StaffApi } from '../../../support/staff-api.ts';

let mail: Inbox;
let api: StaffApi;
let jobs: JobWorker;
beforeAll(async () => {
  mail = await startInbox();
  api = await startStaffApi({ SMTP_URL: mail.smtpUrl, SUPPORT_EMAIL: 'help@example.com' });
  jobs = startJobWorker(api.services);
});
afterEach(() => mail.setMode('accept'));
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const flags = { quarantine: 'isQuarantined', suspend: 'isSuspended' } as const;
const setLock = async ({ id }: Pick<User, 'id'>, kind: keyof typeof flags, isLocked: boolean, details: object = {}) => {
  const response = await api
    .send('PATCH', `/users/${id}/${kind}`, api.staff.credentials)
    .send({ [flags[kind]]: isLocked, ...details });
  expect(response.status).toBe(200);
};

const waitForFailedJob = () =>
  pollUntil(
    async () => {
      const failed = 'SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL';
      return (await api.services.pool.query(failed)).rows.length;
    },
    (failed) => failed > 0,
  );
/** Makes jobs that the mail server rejected run again at once. */
const retryJobs = () => api.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
const subjectsTo = async (user: User, count: number) =>
  (await emailsTo(mail, user, count)).map(({ subject }) => subject);

describe('the email about an account lock', () => {
  // @covers 7.users.8
  it('says why and until when an account is suspended, and where to pay', async () => {
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { reason: 'Invoice & 42', until: '2999-08-14T06:30:00.000Z' });
    const [message] = await emailsTo(mail, user, 1);
    expect(message?.subject).toBe('Your System Initiative account is paused');
    expect(message?.text).toContain('pending payment');
    expect(message?.text).toContain('Reason: Invoice & 42');
    expect(message?.text).toContain('The suspension ends automatically on August 14, 2999 6:30 AM UTC.');
    expect(message?.text).toContain('http://localhost:9000/suspension-notice');
    expect(message?.html).toContain('Reason: Invoice &amp; 42');
    expect(message?.html).toContain('href="http://localhost:9000/suspension-notice"');
  });

  it('is not retried once the mail server rejects the address for good', async () => {
    const user = await makeUser(api);
    await mail.setMode('reject for good');
    await sendAccountLockEmail({ userId: user.id, kind: 'quarantine', wasNotified: true }, api.services);
    await mail.setMode('accept');
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('says whom to contact about a quarantine, without a reason if there is none', async () => {
    const user = await makeUser(api);
    await setLock(user, 'quarantine', true);
    const [message] = await emailsTo(mail, user, 1);
    expect(message?.subject).toBe('Your System Initiative account is quarantined');
    expect(message?.text).toContain('help@example.com');
    expect(message?.text).not.toMatch(/Reason|automatically|notice/);
  });

  it('is sent again only for a change', async () => {
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { reason: 'First' });
    await emailsTo(mail, user, 1);
    await setLock(user, 'suspend', true, { reason: 'First' });
    await setLock(user, 'suspend', true);
    await setLock(user, 'suspend', true, { reason: 'Second' });
    const [first, second] = await emailsTo(mail, user, 2);
    expect(first?.text).toContain('logged out everywhere');
    expect(second?.subject).toBe('Your System Initiative account is still paused');
    expect(second?.text).toContain('Reason: Second');
    // The logout happened only the first time.
    expect(second?.text).not.toContain('logged out everywhere');
    await waitForEmails(api);
    expect(await emailsTo(mail, user, 2)).toHaveLength(2);
  });

  // @covers 7.users.7
  it('is followed by one email when the lock ends', async () => {
    const user = await makeUser(api);
    await setLock(user, 'quarantine', true);
    await emailsTo(mail, user, 1);
    await setLock(user, 'quarantine', false);
    await emailsTo(mail, user, 2);
    await setLock(user, 'quarantine', false);
    await waitForEmails(api);
    expect(await subjectsTo(user, 2)).toEqual([
      'Your System Initiative account is quarantined',
      'Your System Initiative account is no longer quarantined',
    ]);
    expect((await emailsTo(mail, user, 2))[1]?.text).toContain('http://localhost:9000/login');
  });

  it('about the end of a lock names the other lock that remains', async () => {
    const user = await makeUser(api);
    await setLock(user, 'quarantine', true);
    await setLock(user, 'suspend', true);
    await emailsTo(mail, user, 2);
    await setLock(user, 'quarantine', false);
    const over = (await emailsTo(mail, user, 3)).find(({ subject }) => subject.includes('no longer'));
    expect(over?.text).toContain('Your account is still paused');
    expect(over?.text).not.toContain('You can log in again');
  });

  it('is not sent, nor one about the end, if the lock was undone before', async () => {
    await mail.setMode('reject');
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { reason: 'By mistake' });
    await waitForFailedJob();
    await setLock(user, 'suspend', false);
    await mail.setMode('accept');
    await waitForEmails(api);
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('reports the final state after changes that could not be sent', async () => {
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { reason: 'First' });
    await emailsTo(mail, user, 1);
    await mail.setMode('reject');
    await setLock(user, 'suspend', false);
    await waitForFailedJob();
    await setLock(user, 'suspend', true, { reason: 'Second' });
    await waitForFailedJob();
    await setLock(user, 'suspend', false);
    await mail.setMode('accept');
    await retryJobs();
    await waitForEmails(api);
    expect(await subjectsTo(user, 2)).toEqual([
      'Your System Initiative account is paused',
      'Your System Initiative account is no longer paused',
    ]);
  });

  it('is no longer sent after the lock has expired', async () => {
    await mail.setMode('reject');
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { until: '2999-01-01T00:00:00.000Z' });
    await waitForFailedJob();
    await api.db.user.update({ where: { id: user.id }, data: { suspendedUntil: new Date() } });
    await mail.setMode('accept');
    await retryJobs();
    await waitForEmails(api);
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('is not sent to a new address that is not verified', async () => {
    await mail.setMode('reject');
    const user = await makeUser(api);
    await setLock(user, 'suspend', true, { reason: 'Owes us' });
    await waitForFailedJob();
    const other = { email: 'someone-else@example.com' };
    await api.db.user.update({ where: { id: user.id }, data: { ...other, emailVerified: false } });
    await mail.setMode('accept');
    await retryJobs();
    await waitForEmails(api);
    expect([...(await mail.messagesTo(user.email)), ...(await mail.messagesTo(other.email))]).toEqual([]);
  });

  it('is not sent if the lock was rejected', async () => {
    const user = await makeUser(api);
    const response = await api
      .send('PATCH', `/users/${user.id}/suspend`, api.staff.credentials)
      .send({ isSuspended: true, until: '2020-01-01T00:00:00.000Z' });
    expect(response.status).toBe(400);
    expect(await countPendingEmails(api)).toBe(0);
  });

  it.each<[string, Partial<Prisma.UserCreateInput>]>([
    ['is only invited', { auth0Id: null, emailVerified: false }],
    ['has not verified it', { emailVerified: false }],
  ])('is not sent to the address of a user who %s', async (_who, state) => {
    const user = await makeUser(api, state);
    await setLock(user, 'quarantine', true);
    await setLock(user, 'quarantine', false);
    expect(await countPendingEmails(api)).toBe(0);
  });

  it('is sent to a user who got the lock by claiming an invitation', async () => {
    const email = 'invited@example.com';
    await setLock(await makeUser(api, { auth0Id: null, email, emailVerified: false }), 'suspend', true, {
      reason: 'Owes us',
    });
    await logInWithClaims({ sub: 'auth0|invited', email, email_verified: true }, api.services);
    const [message] = await emailsTo(mail, { email }, 1);
    expect(message?.text).toContain('Reason: Owes us');
  });
});

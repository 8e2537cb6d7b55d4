import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import type { Prisma, User } from '../src/generated/prisma/client.ts';
import { startApi, type TestApi } from './support/api.ts';
import { makeUser } from './support/builders.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { signIn } from './support/sign-in.ts';
import { makeStaff } from './support/staff.ts';
import { until } from './support/until.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWork;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl, SUPPORT_EMAIL: 'help@example.com' });
  jobs = startJobs(api.services);
  staff = await makeStaff(api);
});
afterEach(() => mail.become('accept'));
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const flags = { quarantine: 'isQuarantined', suspend: 'isSuspended' } as const;
const change = async ({ id }: Pick<User, 'id'>, act: keyof typeof flags, isLocked: boolean, more: object = {}) => {
  const response = await api
    .send('PATCH', `/users/${id}/${act}`, staff.proof)
    .send({ [flags[act]]: isLocked, ...more });
  expect(response.status).toBe(200);
};

/** What somebody was sent, the first first, once it is so many. */
const mailed = async ({ email }: Pick<User, 'email'>, count: number) => {
  const found = await until(
    () => mail.messagesTo(email),
    (messages) => messages.length >= count,
  );
  return [...found].reverse();
};
/** How many mails are not sent yet; the jobs of the clock come and go. */
const waiting = async () => {
  const mails = `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'tellLockOut'`;
  return (await api.services.pool.query(mails)).rows.length;
};
/** Everything that is to be sent was sent. */
const quiet = () => until(waiting, (jobsLeft) => jobsLeft === 0);
const failedOnce = () =>
  until(
    async () => {
      const failed = 'SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL';
      return (await api.services.pool.query(failed)).rows.length;
    },
    (failed) => failed > 0,
  );
/** What the mail server refused is tried again at once. */
const tryAgain = () => api.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
const subjects = async (user: User, count: number) => (await mailed(user, count)).map(({ subject }) => subject);

describe('the mail of a lock', () => {
  // @covers 7.users.8
  it('tells of a suspension why, until when and where to pay', async () => {
    const user = await makeUser(api);
    await change(user, 'suspend', true, { reason: 'Invoice & 42', until: '2999-08-14T06:30:00.000Z' });
    const [message] = await mailed(user, 1);
    expect(message?.subject).toBe('Your System Initiative account is paused');
    expect(message?.text).toContain('pending payment');
    expect(message?.text).toContain('Reason: Invoice & 42');
    expect(message?.text).toContain('This ends by itself on 14 August 2999 at 06:30 UTC.');
    expect(message?.text).toContain('http://localhost:9000/suspension-notice');
    expect(message?.html).toContain('Reason: Invoice &amp; 42');
    expect(message?.html).toContain('href="http://localhost:9000/suspension-notice"');
  });

  it('tells of a quarantine whom to write to, and nothing that nobody said', async () => {
    const user = await makeUser(api);
    await change(user, 'quarantine', true);
    const [message] = await mailed(user, 1);
    expect(message?.subject).toBe('Your System Initiative account is quarantined');
    expect(message?.text).toContain('help@example.com');
    expect(message?.text).not.toMatch(/Reason|by itself|notice/);
  });

  it('comes again only for what is new', async () => {
    const user = await makeUser(api);
    await change(user, 'suspend', true, { reason: 'First' });
    await mailed(user, 1);
    await change(user, 'suspend', true, { reason: 'First' });
    await change(user, 'suspend', true);
    await change(user, 'suspend', true, { reason: 'Second' });
    const [first, second] = await mailed(user, 2);
    expect(first?.text).toContain('logged out everywhere');
    expect(second?.subject).toBe('Your System Initiative account stays paused');
    expect(second?.text).toContain('Reason: Second');
    // That was so the first time.
    expect(second?.text).not.toContain('logged out everywhere');
    await quiet();
    expect(await mailed(user, 2)).toHaveLength(2);
  });

  // @covers 7.users.7
  it('is followed by one that it is over, once', async () => {
    const user = await makeUser(api);
    await change(user, 'quarantine', true);
    await mailed(user, 1);
    await change(user, 'quarantine', false);
    await mailed(user, 2);
    await change(user, 'quarantine', false);
    await quiet();
    expect(await subjects(user, 2)).toEqual([
      'Your System Initiative account is quarantined',
      'Your System Initiative account is no longer quarantined',
    ]);
    expect((await mailed(user, 2))[1]?.text).toContain('http://localhost:9000/login');
  });

  it('that it is over says what is not over', async () => {
    const user = await makeUser(api);
    await change(user, 'quarantine', true);
    await change(user, 'suspend', true);
    await mailed(user, 2);
    await change(user, 'quarantine', false);
    const over = (await mailed(user, 3)).find(({ subject }) => subject.includes('no longer'));
    expect(over?.text).toContain('It is still paused');
    expect(over?.text).not.toContain('You can log in again');
  });

  it('does not come, nor one of its end, where it was undone before', async () => {
    await mail.become('refuse');
    const user = await makeUser(api);
    await change(user, 'suspend', true, { reason: 'By mistake' });
    await failedOnce();
    await change(user, 'suspend', false);
    await mail.become('accept');
    await quiet();
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('tells the outcome of all that no mail could tell', async () => {
    const user = await makeUser(api);
    await change(user, 'suspend', true, { reason: 'First' });
    await mailed(user, 1);
    await mail.become('refuse');
    await change(user, 'suspend', false);
    await failedOnce();
    await change(user, 'suspend', true, { reason: 'Second' });
    await failedOnce();
    await change(user, 'suspend', false);
    await mail.become('accept');
    await tryAgain();
    await quiet();
    expect(await subjects(user, 2)).toEqual([
      'Your System Initiative account is paused',
      'Your System Initiative account is no longer paused',
    ]);
  });

  it('that could not be sent before the lock ended by itself is sent no more', async () => {
    await mail.become('refuse');
    const user = await makeUser(api);
    await change(user, 'suspend', true, { until: '2999-01-01T00:00:00.000Z' });
    await failedOnce();
    await api.db.user.update({ where: { id: user.id }, data: { suspensionEndsAt: new Date() } });
    await mail.become('accept');
    await tryAgain();
    await quiet();
    expect(await mail.messagesTo(user.email)).toEqual([]);
  });

  it('goes to no address that came, and was not verified, before it could be sent', async () => {
    await mail.become('refuse');
    const user = await makeUser(api);
    await change(user, 'suspend', true, { reason: 'Owes us' });
    await failedOnce();
    const other = { email: 'somebody-else@example.com' };
    await api.db.user.update({ where: { id: user.id }, data: { ...other, emailVerified: false } });
    await mail.become('accept');
    await tryAgain();
    await quiet();
    expect([...(await mail.messagesTo(user.email)), ...(await mail.messagesTo(other.email))]).toEqual([]);
  });

  it('is not sent where the lock was refused', async () => {
    const user = await makeUser(api);
    const response = await api
      .send('PATCH', `/users/${user.id}/suspend`, staff.proof)
      .send({ isSuspended: true, until: '2020-01-01T00:00:00.000Z' });
    expect(response.status).toBe(400);
    expect(await waiting()).toBe(0);
  });

  it.each<[string, Partial<Prisma.UserCreateInput>]>([
    ['was only invited', { auth0Id: null, emailVerified: false }],
    ['never verified that it is theirs', { emailVerified: false }],
  ])('goes to no address of somebody who %s', async (_who, state) => {
    const user = await makeUser(api, state);
    await change(user, 'quarantine', true);
    await change(user, 'quarantine', false);
    expect(await waiting()).toBe(0);
  });

  it('goes to somebody who took the lock over with an invitation', async () => {
    const email = 'invited@example.com';
    await change(await makeUser(api, { auth0Id: null, email, emailVerified: false }), 'suspend', true, {
      reason: 'Owes us',
    });
    await signIn({ sub: 'auth0|invited', email, email_verified: true }, api.services);
    const [message] = await mailed({ email }, 1);
    expect(message?.text).toContain('Reason: Owes us');
  });
});

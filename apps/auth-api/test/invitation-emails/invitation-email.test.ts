import { startJobWorker, type JobWorker } from '../../src/jobs/worker.ts';
import { smtpMailer } from '../../src/integrations/smtp/mailer.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { startInbox, type Inbox } from '../support/inbox.ts';
import { pollSkippingJobDelays, pollUntil } from '../support/polling.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const waitForEmailTo = (to: string) =>
  pollUntil(
    () => mail.messagesTo(to),
    (messages) => messages.length > 0,
  );

async function invite(email: string) {
  const owner = await makeUser(api, { nickname: 'Ada <b>', email: `${email}-inviter@example.com`.replace('@', '.') });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Production' });
  const path = `/workspace/${workspace.id}/members`;
  return api.send('POST', path, await logIn(api, owner)).send({ email });
}

/** The number of jobs that have failed at least once. */
const countFailedJobs = async () => {
  const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL');
  return rows.length;
};

async function waitForJobs(): Promise<void> {
  const waiting = async () => {
    const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
    return rows.length;
  };
  expect(await pollSkippingJobDelays(api, waiting, (left) => left === 0)).toBe(0);
}

describe('an invitation email', () => {
  it('says who invited the recipient to what, and where to sign up', async () => {
    await invite('new@example.com');
    const [message] = await waitForEmailTo('new@example.com');
    expect(message?.subject).toBe('Ada <b> invited you to Production');
    expect(message?.text).toContain('http://localhost:9000/signup');
    expect(message?.html).not.toContain('<b>');
    expect(message?.html).toContain(
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    );
  });

  it('says in both forms who sent the invitation, to what, in which role, and that it may be ignored', async () => {
    await invite('careful@example.com');
    const [message] = await waitForEmailTo('careful@example.com');
    const who = 'Ada <b> (careful.example.com-inviter@example.com)';
    const facts = [who, 'Production', 'Collaborator', 'You can ignore this email if you did not expect it.'];
    for (const fact of facts) {
      expect(message?.text).toContain(fact);
      expect(message?.html).toContain(fact.replace('<b>', '&lt;b&gt;'));
    }
    expect(message?.from).toBe('System Initiative <portal@example.com>');
  });

  it('needs no images and no style sheet, and leaves text and background colors to the mail client', async () => {
    await invite('dark@example.com');
    const [message] = await waitForEmailTo('dark@example.com');
    const button = /<a [^>]*style="([^"]*)"/.exec(message?.html ?? '')?.[1];
    expect(button).toContain('background-color');
    expect(message?.html.replace(button ?? '', '')).not.toMatch(/<img|<style|<link|[";]color:|background/);
  });

  it('asks a user with an account to log in, which makes them a member', async () => {
    await makeUser(api, { email: 'known@example.com' });
    await invite('known@example.com');
    const [message] = await waitForEmailTo('known@example.com');
    expect(message?.text).toContain('http://localhost:9000/invitations');
    expect(message?.text).toContain('Log in with this address (known@example.com)');
  });

  it('is retried while the mail server rejects it, and then sent', async () => {
    await mail.setMode('reject');
    expect((await invite('patient@example.com')).status).toBe(200);
    expect(await pollUntil(countFailedJobs, (tries) => tries > 0)).toBe(1);
    expect(await mail.messagesTo('patient@example.com')).toEqual([]);
    await mail.setMode('accept');
    await waitForJobs();
    expect(await mail.messagesTo('patient@example.com')).toHaveLength(1);
  });

  it('is not sent once the account of its sender is locked', async () => {
    await mail.setMode('reject');
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    await api
      .send('POST', `/workspace/${workspace.id}/members`, await logIn(api, owner))
      .send({ email: 'late@example.com' });
    expect(await pollUntil(countFailedJobs, (tries) => tries > 0)).toBe(1);
    await api.db.user.update({ where: { id: owner.id }, data: { quarantinedAt: new Date() } });
    await mail.setMode('accept');
    await waitForJobs();
    expect(await mail.messagesTo('late@example.com')).toEqual([]);
  });
});

it('in production is not sent to a server without STARTTLS', async () => {
  const email = { to: 'in-clear@example.com', subject: 'x', text: 'x', html: 'x' };
  const outcomes = await Promise.allSettled(
    (['test', 'production'] as const).map(async (NODE_ENV) => {
      const mailer = smtpMailer({ ...api.services.settings, NODE_ENV }, () => undefined);
      try {
        await mailer.send(email);
      } finally {
        await mailer.close();
      }
    }),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await mail.messagesTo(email.to)).toHaveLength(1);
});

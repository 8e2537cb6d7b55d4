import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { smtpMailer } from '../../../src/integrations/smtp/mailer.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { pollSkippingJobDelays, pollUntil } from '../../support/polling.ts';

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
  it('says who invited the recipient to what, and has a link to the invitation', async () => {
    await invite('new@example.com');
    const [message] = await waitForEmailTo('new@example.com');
    expect(message?.subject).toBe('You are invited to a workspace in System Initiative');
    expect(message?.text).toMatch(/http:\/\/localhost:9000\/invitations\/[\w-]{43}\n/);
    expect(message?.html).not.toContain('<b>');
    // The inbox puts the attached mark in its place.
    expect(message?.html).toContain('<img src="data:image/png;base64,');
    expect(message?.html).toContain(
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    );
  });

  it('says in both forms who sent the invitation, to what, in which role, and that it may be ignored', async () => {
    await invite('careful@example.com');
    const [message] = await waitForEmailTo('careful@example.com');
    const who = '“Ada <b>” (careful.example.com-inviter@example.com)';
    const facts = [who, '“Production”', 'Collaborator', 'You can ignore this email if you did not expect it.'];
    for (const fact of facts) {
      expect(message?.text).toContain(fact);
      expect(message?.html).toContain(fact.replace('<b>', '&lt;b&gt;'));
    }
    expect(message?.from).toBe('System Initiative <portal@example.com>');
  });

  it('is the same for a user with an account, except for the names and the links', async () => {
    await makeUser(api, { email: 'has-one@example.com' });
    const texts = [];
    for (const email of ['has-one@example.com', 'has-none@example.com']) {
      await invite(email);
      const [message] = await waitForEmailTo(email);
      texts.push(message?.text.replaceAll(/has-(one|none)/g, 'has').replaceAll(/:\d\d [AP]M UTC|[\w.-]{43,}/g, ''));
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('Sign up or log in with this address (has@example.com) to accept or decline.');
  });

  it('says until when the invitation is valid, in UTC', async () => {
    await invite('valid@example.com');
    const [message] = await waitForEmailTo('valid@example.com');
    const { expiresAt, sentAt } = await api.db.invitation.findFirstOrThrow({ where: { email: 'valid@example.com' } });
    expect(expiresAt.getTime() - sentAt.getTime()).toBe(7 * 24 * 3_600_000);
    const day = expiresAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(message?.text).toMatch(new RegExp(`Valid until: ${day} \\d{1,2}:\\d\\d [AP]M UTC`));
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

  it('is not retried once the mail server rejects the address for good, which the sender sees until it is sent again', async () => {
    const email = 'nobody@example.com';
    const hasFailed = async () =>
      (await api.db.invitation.findFirstOrThrow({ where: { email } })).emailFailedAt !== null;
    await mail.setMode('reject for good');
    await invite(email);
    expect(await pollUntil(hasFailed, Boolean)).toBe(true);
    await waitForJobs();
    expect(await countFailedJobs()).toBe(0);
    await mail.setMode('accept');
    const { id, workspaceId, inviterId } = await api.db.invitation.findFirstOrThrow({ where: { email } });
    const asInviter = await logIn(api, { id: inviterId ?? '' });
    const list = async () =>
      (await api.send('GET', `/workspaces/${workspaceId}/invitations`, asInviter)).body as unknown;
    expect(await list()).toMatchObject([{ email, emailFailed: true, emailSent: false }]);
    expect((await api.send('POST', `/workspaces/${workspaceId}/invitations/${id}/resend`, asInviter)).status).toBe(200);
    await waitForEmailTo(email);
    await waitForJobs();
    expect(await list()).toMatchObject([{ email, emailFailed: false, emailSent: true }]);
  });

  it('leads to the invitation, and is the only place of its token', async () => {
    const email = 'opener@example.com';
    const user = await makeUser(api, { email });
    await invite(email);
    const [message] = await waitForEmailTo(email);
    const token = /\/invitations\/([\w-]{43})\n/.exec(message?.text ?? '')?.[1] ?? '';
    const opened = await api.send('POST', '/invitations/open', await logIn(api, user)).send({ token });
    expect(opened.body).toMatchObject({ status: 'open', invitation: { workspaceName: 'Production' } });
    const { rows: jobs } = await api.services.pool.query('SELECT * FROM graphile_worker._private_jobs');
    expect(JSON.stringify([jobs, await api.db.invitationLink.findMany()])).not.toContain(token);
  });

  it.each(['cancelledAt', 'declinedAt', 'acceptedAt'])(
    'is not sent for an invitation that has ended: %s',
    async (end) => {
      const email = `${end.toLowerCase()}@example.com`;
      await mail.setMode('reject');
      await invite(email);
      expect(await pollUntil(countFailedJobs, (tries) => tries > 0)).toBe(1);
      await api.db.invitation.updateMany({ where: { email }, data: { [end]: new Date() } });
      await mail.setMode('accept');
      await waitForJobs();
      expect(await mail.messagesTo(email)).toEqual([]);
    },
  );

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

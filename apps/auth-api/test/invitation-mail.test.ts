import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import { smtpMailer } from '../src/providers/mailer.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { until } from './support/until.ts';
import { untilByJobs } from './support/until-by-jobs.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWork;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobs(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const untilMailed = (to: string) =>
  until(
    () => mail.messagesTo(to),
    (messages) => messages.length > 0,
  );

async function invite(email: string) {
  const owner = await makeUser(api, { nickname: 'Ada <b>', email: `${email}-inviter@example.com`.replace('@', '.') });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Production' });
  const path = `/workspace/${workspace.id}/members`;
  return api.send('POST', path, await logIn(api, owner)).send({ email });
}

/** How many jobs were tried in vain. */
const failedTries = async () => {
  const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL');
  return rows.length;
};

async function untilNoneWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
    return rows.length;
  };
  expect(await untilByJobs(api, waiting, (left) => left === 0)).toBe(0);
}

describe('the mail of an invitation', () => {
  it('tells who invited to what, and where to sign up', async () => {
    await invite('new@example.com');
    const [message] = await untilMailed('new@example.com');
    expect(message?.subject).toBe('Ada <b> invited you to Production');
    expect(message?.text).toContain('http://localhost:9000/signup');
    expect(message?.html).not.toContain('<b>');
    expect(message?.html).toContain(
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    );
  });

  it('says in both its forms who invited, by name and address, to what and as what, and that it may be ignored', async () => {
    await invite('careful@example.com');
    const [message] = await untilMailed('careful@example.com');
    const who = 'Ada <b> (careful.example.com-inviter@example.com)';
    const said = [who, 'Production', 'Collaborator', 'You can ignore this mail if you did not expect it.'];
    for (const fact of said) {
      expect(message?.text).toContain(fact);
      expect(message?.html).toContain(fact.replace('<b>', '&lt;b&gt;'));
    }
    expect(message?.from).toBe('System Initiative <portal@example.com>');
  });

  it('needs no picture and no style sheet, and leaves the colours of text and ground to who reads it', async () => {
    await invite('dark@example.com');
    const [message] = await untilMailed('dark@example.com');
    const button = /<a [^>]*style="([^"]*)"/.exec(message?.html ?? '')?.[1];
    expect(button).toContain('background-color');
    expect(message?.html.replace(button ?? '', '')).not.toMatch(/<img|<style|<link|[";]color:|background/);
  });

  it('has somebody with an account log in, which is what makes them a member', async () => {
    await makeUser(api, { email: 'known@example.com' });
    await invite('known@example.com');
    const [message] = await untilMailed('known@example.com');
    expect(message?.text).toContain('http://localhost:9000/invitations');
    expect(message?.text).toContain('Log in with this address (known@example.com)');
  });

  it('is kept while the mail server refuses, and sent once it takes it', async () => {
    await mail.become('refuse');
    expect((await invite('patient@example.com')).status).toBe(200);
    expect(await until(failedTries, (tries) => tries > 0)).toBe(1);
    expect(await mail.messagesTo('patient@example.com')).toEqual([]);
    await mail.become('accept');
    await untilNoneWaits();
    expect(await mail.messagesTo('patient@example.com')).toHaveLength(1);
  });

  it('does not go out once its author is locked out', async () => {
    await mail.become('refuse');
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    await api
      .send('POST', `/workspace/${workspace.id}/members`, await logIn(api, owner))
      .send({ email: 'late@example.com' });
    expect(await until(failedTries, (tries) => tries > 0)).toBe(1);
    await api.db.user.update({ where: { id: owner.id }, data: { quarantineBeganAt: new Date() } });
    await mail.become('accept');
    await untilNoneWaits();
    expect(await mail.messagesTo('late@example.com')).toEqual([]);
  });
});

it('in production goes to no server that offers no STARTTLS', async () => {
  const letter = { to: 'in-clear@example.com', subject: 'x', text: 'x', html: 'x' };
  const outcomes = await Promise.allSettled(
    (['test', 'production'] as const).map(async (NODE_ENV) => {
      const mailer = smtpMailer({ ...api.services.settings, NODE_ENV }, () => undefined);
      try {
        await mailer.send(letter);
      } finally {
        await mailer.close();
      }
    }),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await mail.messagesTo(letter.to)).toHaveLength(1);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMail } from '@portal/local/mail';
import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { until } from './support/until.ts';

interface Message {
  subject: string;
  text: string;
  html: string;
}

let dataDir: string;
let mail: Awaited<ReturnType<typeof startMail>>;
let api: TestApi;
let jobs: JobWork;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  mail = await startMail({ port: 0, smtpPort: 0, dataDir, log: () => undefined });
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobs(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.stop();
  await rm(dataDir, { recursive: true });
});

const inbox = async (to: string) => (await (await fetch(`${mail.url}/api/messages?to=${to}`)).json()) as Message[];

async function invite(email: string) {
  const owner = await makeUser(api, { nickname: 'Ada <b>' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Production' });
  const path = `/workspace/${workspace.id}/members`;
  return api.send('POST', path, await logIn(api, owner)).send({ email });
}

const setFault = (mode: 'accept' | 'refuse' | 'hang') =>
  fetch(`${mail.url}/_test/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

describe('the mail of an invitation', () => {
  it('tells who invited to what, and where to sign up', async () => {
    await invite('new@example.com');
    const [message] = await until(
      () => inbox('new@example.com'),
      (messages) => messages.length > 0,
    );
    expect(message?.subject).toBe('Ada <b> invited you to Production');
    expect(message?.text).toContain('http://localhost:9000/signup');
    expect(message?.html).not.toContain('<b>');
  });

  it('leads somebody with an account to their workspaces', async () => {
    await makeUser(api, { email: 'known@example.com' });
    await invite('known@example.com');
    const [message] = await until(
      () => inbox('known@example.com'),
      (messages) => messages.length > 0,
    );
    expect(message?.text).toContain('http://localhost:9000/workspaces');
  });

  it('is kept while the mail server refuses, and sent once it takes it', async () => {
    await setFault('refuse');
    expect((await invite('patient@example.com')).status).toBe(200);
    const failedTries = async () => {
      const { rows } = await api.services.pool.query<{ attempts: number }>(
        'SELECT attempts FROM graphile_worker.jobs WHERE last_error IS NOT NULL',
      );
      return rows.length;
    };
    expect(await until(failedTries, (tries) => tries > 0)).toBe(1);
    expect(await inbox('patient@example.com')).toEqual([]);
    await setFault('accept');
    expect(
      await until(
        () => inbox('patient@example.com'),
        (messages) => messages.length > 0,
      ),
    ).toHaveLength(1);
  });

  it('outlasts a database that goes away while it is being sent', async () => {
    await setFault('hang');
    await invite('outage@example.com');
    const locked = async () => {
      const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NOT NULL');
      return rows.length;
    };
    expect(await until(locked, (jobsAtHand) => jobsAtHand > 0)).toBe(1);
    await api.services.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await setFault('accept');
    expect(
      await until(
        () => inbox('outage@example.com'),
        (messages) => messages.length > 0,
      ),
    ).not.toEqual([]);
  });

  it('does not go out once its author is locked out', async () => {
    await setFault('refuse');
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    await api
      .send('POST', `/workspace/${workspace.id}/members`, await logIn(api, owner))
      .send({ email: 'late@example.com' });
    await api.db.user.update({ where: { id: owner.id }, data: { quarantinedAt: new Date() } });
    await setFault('accept');
    const waiting = async () => {
      const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
      return rows.length;
    };
    expect(await until(waiting, (jobsLeft) => jobsLeft === 0)).toBe(0);
    expect(await inbox('late@example.com')).toEqual([]);
  });
});

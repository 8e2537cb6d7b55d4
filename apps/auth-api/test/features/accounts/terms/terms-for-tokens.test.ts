import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import { enqueueTermsEmails } from '../../../../src/features/accounts/terms/enqueue-terms-emails.ts';
import { composeAccountEmail } from '../../../../src/features/emails/send-account-email.ts';
import { waitUntilReady } from '../../../../src/features/health/wait-until-ready.ts';
import type { User, Workspace } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';

const oldVersionId = '2020-01-01';
const versionId = '2021-01-01';
const graceDays = 30;

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-'));
  await addVersion(oldVersionId);
  await addVersion(versionId);
  api = await startApi({ LEGAL_DIR: folder });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

let user: User;
let workspace: Workspace;
beforeEach(async () => {
  await api.db.authToken.deleteMany();
  await api.db.accountEmail.deleteMany();
  await api.db.termsEmail.deleteMany();
  user = await makeUser(api, { tosVersionId: oldVersionId });
  workspace = await makeWorkspace(api, user);
});

async function addVersion(id: string): Promise<void> {
  await mkdir(join(folder, id));
  await writeFile(join(folder, id, '01-terms-of-service.md'), '# Terms of Service\n\nBe kind.\n');
}

/** As at its start. */
const restart = ({ services }: TestApi) => waitUntilReady(services, new AbortController().signal);

const knownSince = (days: number) =>
  api.asOwner(`
    INSERT INTO terms_versions VALUES ('${versionId}', now() - interval '${days} days')
    ON CONFLICT (id) DO UPDATE SET first_known_at = excluded.first_known_at`);

describe('the API tokens of someone who has not accepted new terms', () => {
  const readWorkspace = async (credentials: { token?: string }) => {
    const response = await api.send('GET', `/workspaces/${workspace.id}`, credentials);
    return response.status === 200 ? 'accepted' : ErrorBody.parse(response.body).error.type;
  };

  it('work for 30 days after the API first had a version, whatever its date, and are refused then', async () => {
    const { credentials } = await makeApiToken(api, workspace, user);
    const ofServiceAccount = await makeServiceAccountToken(api, await makeServiceAccount(api, workspace));
    for (const token of [credentials, ofServiceAccount.credentials]) {
      await api.asOwner('DELETE FROM terms_versions');
      await restart(api);
      expect(await readWorkspace(token)).toBe('accepted');
      await knownSince(graceDays - 0.1);
      await restart(api);
      expect(await readWorkspace(token)).toBe('accepted');
      await knownSince(graceDays + 0.1);
      await restart(api);
      expect(await readWorkspace(token)).toBe('TermsNotAccepted');
    }
    await api.db.user.update({ where: { id: user.id }, data: { tosVersionId: versionId } });
    expect(await readWorkspace(credentials)).toBe('accepted');
  });

  it('count from the date of a version that the API had before', async () => {
    const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
    await addVersion(tomorrow);
    const other = await startApi({ LEGAL_DIR: folder, DATABASE_URL: api.services.settings.DATABASE_URL });
    await restart(other);
    expect(other.services.legal.currentSince).toEqual(new Date(tomorrow));
    await other.close();
    await rm(join(folder, tomorrow), { recursive: true });
  });

  it('count from the same time at each replica, at each start', async () => {
    await api.asOwner('DELETE FROM terms_versions');
    const replicas = await Promise.all(
      [1, 2, 3].map(() => startApi({ LEGAL_DIR: folder, DATABASE_URL: api.services.settings.DATABASE_URL })),
    );
    await Promise.all(replicas.map(restart));
    const times = replicas.map(({ services }) => services.legal.currentSince.getTime());
    await Promise.all(replicas.map(restart));
    times.push(...replicas.map(({ services }) => services.legal.currentSince.getTime()));
    expect(new Set(times).size).toBe(1);
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000);
    await Promise.all(replicas.map((replica) => replica.close()));
  });
});

describe('the email about new terms', () => {
  /** Moves the clock: from now on, tokens are refused in this many days. */
  const refuseIn = (days: number) => {
    api.services.legal.currentSince = new Date(Date.now() + (days - graceDays) * dayMs);
  };

  /** The users who get an email from the job. */
  async function run(): Promise<string[]> {
    await api.db.accountEmail.deleteMany();
    await enqueueTermsEmails(api.services);
    const emails = await api.db.accountEmail.findMany({ where: { kind: 'termsForTokens' } });
    return emails.map(({ userId }) => userId);
  }

  const compose = async () =>
    composeAccountEmail(await api.db.accountEmail.findFirstOrThrow(), { ...api.services, committedDb: api.db });

  it('is sent when the terms change, and seven days and one day before the tokens are refused, once each', async () => {
    await makeApiToken(api, workspace, user);
    const sentAt: number[] = [];
    for (let left = graceDays; left > -2; left -= 0.5) {
      refuseIn(left);
      sentAt.push(...(await run()).map(() => left));
    }
    expect(sentAt).toEqual([30, 7, 1]);
  });

  it('has the date of an earlier version that the user has not accepted either', async () => {
    const { legal } = api.services;
    const newcomer = await makeUser(api, { tosVersionId: null });
    await makeApiToken(api, workspace, user);
    await makeApiToken(api, await makeWorkspace(api, newcomer), newcomer);
    const sent: string[] = [];
    for (let left = 10; left > 0; left -= 0.5) {
      // The user accepted the earlier version; the newcomer has accepted none.
      refuseIn(left + 20);
      legal.earlierSince = [{ id: oldVersionId, since: new Date(Date.now() + (left - graceDays) * dayMs) }];
      for (const id of await run()) sent.push(`${id === user.id ? 'user' : 'newcomer'} ${left}`);
      const emails = await api.db.accountEmail.findMany({ where: { userId: newcomer.id } });
      for (const { details } of emails) {
        const { refusedAt } = details as { refusedAt: string };
        expect(Math.round((Date.parse(refusedAt) - Date.now()) / dayMs)).toBe(Math.round(left));
      }
    }
    legal.earlierSince = [];
    expect(sent).toEqual(['newcomer 10', 'user 10', 'newcomer 7', 'newcomer 1']);
  });

  it('goes to those with active API tokens of their own and to the owners of service accounts with some', async () => {
    const [editor, approver, other] = await Promise.all(
      [1, 2, 3].map(() => makeUser(api, { tosVersionId: oldVersionId })),
    );
    if (!editor || !approver || !other) throw new Error('Three users were created.');
    await addMember(api, workspace, editor, 'EDITOR');
    await addMember(api, workspace, approver, 'APPROVER');
    await makeApiToken(api, workspace, editor);
    await makeServiceAccountToken(api, await makeServiceAccount(api, workspace));
    await makeApiToken(api, workspace, approver, { revokedAt: new Date() });
    await makeApiToken(api, await makeWorkspace(api, other), other, { expiresAt: new Date(Date.now() - 1_000) });
    const upToDate = await makeUser(api, { tosVersionId: versionId });
    await makeApiToken(api, await makeWorkspace(api, upToDate), upToDate);
    refuseIn(20);
    expect((await run()).toSorted()).toEqual([user.id, editor.id].toSorted());
  });

  it('says which tokens are refused from when, with a link to accept', async () => {
    await makeApiToken(api, workspace, user);
    await makeServiceAccountToken(api, await makeServiceAccount(api, workspace));
    refuseIn(5);
    await run();
    const email = await compose();
    expect(email).toMatchObject({ subject: 'Accept the new terms so that your API tokens keep working' });
    expect(email?.text).toContain('the service accounts in the workspaces that you own');
    expect(email?.text).toMatch(
      /stop working on .* UTC, unless you accept\.[\s\S]*\nYour API tokens: 1\nService account tokens: 1\n/,
    );
    expect(email?.text).toContain(`${api.services.settings.PORTAL_URL}/review-legal`);
  });

  it('is not sent after the user accepted the terms or the last token ended, also if it was enqueued before', async () => {
    const { id } = await makeApiToken(api, workspace, user);
    refuseIn(20);
    expect(await run()).toHaveLength(1);
    await api.db.user.update({ where: { id: user.id }, data: { tosVersionId: versionId } });
    expect(await compose()).toBeNull();
    await api.db.user.update({ where: { id: user.id }, data: { tosVersionId: oldVersionId } });
    expect(await compose()).not.toBeNull();
    await api.db.authToken.update({ where: { id }, data: { revokedAt: new Date() } });
    expect(await compose()).toBeNull();
    refuseIn(6);
    expect(await run()).toEqual([]);
  });

  it('is not sent again when the clock is set back, and not about terms that are older than those of another replica', async () => {
    await makeApiToken(api, workspace, user);
    const counts: number[] = [];
    for (const left of [6, 20, 6, 0.5, 30, 6, 0.5]) {
      refuseIn(left);
      counts.push((await run()).length);
    }
    expect(counts).toEqual([1, 0, 0, 1, 0, 0, 0]);
    await api.db.termsEmail.update({ where: { userId: user.id }, data: { versionId: '2022-01-01', days: 30 } });
    expect(await run()).toEqual([]);
    await api.db.termsEmail.update({ where: { userId: user.id }, data: { versionId: oldVersionId, days: 1 } });
    expect(await run()).toEqual([user.id]);
  });

  it('is sent once for many tokens, by jobs that run at the same time', async () => {
    const token = { workspaceId: workspace.id, userId: user.id, name: 'CI', scopes: ['workspace:read'], networks: [] };
    const expiresAt = new Date(Date.now() + dayMs);
    await api.db.authToken.createMany({
      data: Array.from({ length: 250 }, () => ({ ...token, id: ulid(), expiresAt })),
    });
    const last = await makeUser(api, { tosVersionId: null });
    await makeApiToken(api, await makeWorkspace(api, last), last);
    refuseIn(20);
    await Promise.all([1, 2, 3].map(() => enqueueTermsEmails(api.services)));
    const emails = await api.db.accountEmail.findMany();
    expect(emails.map(({ userId }) => userId).toSorted()).toEqual([user.id, last.id].toSorted());
  });
});

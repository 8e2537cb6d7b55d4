import { ErrorBody, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf, seedAuditLog, seeded } from '../../../support/audit-log.ts';
import {
  logIn,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { startRawHttpServer } from '../../../support/raw-http-client.ts';

const header =
  'Occurred At,Action,Actor Email,Actor ID,Credential,Subject Email,Subject ID,Workspace Name,Workspace ID,Details,' +
  'IP,User Agent,Request ID,Entry ID,Service Account,Token ID';

let api: TestApi;
let staff: Credentials;
beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).credentials;
});
afterAll(() => api.close());

const exportCsv = (query: Record<string, string> = {}, credentials = staff) =>
  api.send('GET', '/audit.csv', credentials).query(query);

async function writeEntry(timestamp: string, overrides: Partial<Prisma.AuditEntryUncheckedCreateInput> = {}) {
  const occurredAt = new Date(timestamp);
  const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', actorUserId: ulid() };
  return api.db.auditEntry.create({ data: { id: ulid(occurredAt.getTime()), occurredAt, ...entry, ...overrides } });
}

describe('[decision.14] the CSV export of the audit log', () => {
  it('is a download that spreadsheets display literally', async () => {
    const [actor, subject] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, actor, { displayName: '=cmd|’/c calc’!A1' });
    const completeEntry = await writeEntry('2020-05-02T10:00:00.123Z', {
      actorUserId: actor.id,
      subjectUserId: subject.id,
      workspaceId: workspace.id,
      action: 'changeMemberRole',
      credential: 'api',
      details: { email: 'a,b' },
      ip: '203.0.113.9',
      userAgent: '@SUM(1+1), "a browser"',
      requestId: '-1+1',
    });
    const minimalEntry = await writeEntry('2020-05-01T10:00:00Z');
    const response = await exportCsv({ from: '2020-05-01', to: '2020-05-02' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=audit-log.csv',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const details = '"{""email"":""a,b""}"';
    expect(response.text).toBe(
      [
        `\ufeff${header}`,
        `2020-05-02T10:00:00.123Z,changeMemberRole,${actor.email},${actor.id},api,${subject.email},${subject.id},` +
          `'=cmd|’/c calc’!A1,${workspace.id},${details},203.0.113.9,"'@SUM(1+1), ""a browser""",'-1+1,${completeEntry.id},,`,
        `2020-05-01T10:00:00.000Z,updateWorkspace,,${minimalEntry.actorUserId},session,,,,,,,,earlier,${minimalEntry.id},,`,
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['Mozilla/5.0;=cmd|calc!A1', `Mozilla/5.0;'=cmd|calc!A1`],
    ['a browser (X11; +1)', `a browser (X11; '+1)`],
    ['a\t@SUM(1)', `a\t'@SUM(1)`],
    ['a;"=1"', `"a;""'=1"""`],
    ['a;\uff1d1;b=c-d', `a;'\uff1d1;b=c-d`],
  ])('contains no formula for spreadsheets that split at other separators: %j', async (userAgent, cell) => {
    const { id } = await writeEntry('2019-05-01T10:00:00Z', { userAgent });
    const { text } = await exportCsv({ from: '2019-05-01', to: '2019-05-01' });
    expect(text).toContain(`,${cell},earlier,${id},,\r\n`);
  });

  it('names the service account and the token of an entry', async () => {
    const workspace = await makeWorkspace(api, await makeUser(api));
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Pipeline' });
    const { id: credentialId } = await makeServiceAccountToken(api, serviceAccount);
    const { id } = await writeEntry('2018-05-01T10:00:00Z', {
      actorUserId: null,
      actorServiceAccountId: serviceAccount.id,
      credential: 'api',
      credentialId,
    });
    const { text } = await exportCsv({ tokenId: credentialId });
    expect(idsIn(text)).toEqual([id]);
    const entry = text.split('\r\n').find((line) => line.includes(serviceAccount.id));
    expect(entry).toContain(`,,${serviceAccount.id},api,`);
    expect(entry).toMatch(new RegExp(`,Pipeline,${credentialId}$`));
  });

  it('has no actor for what the portal itself did', async () => {
    const { id } = await writeEntry('2017-05-01T10:00:00Z', { actorUserId: null, credential: 'job' });
    const { text } = await exportCsv({ from: '2017-05-01', to: '2017-05-01' });
    expect(text.split('\r\n').find((line) => line.includes(id))).toMatch(/^2017-05-01T10:00:00\.000Z,\w+,,,job,/);
  });

  it('contains exactly the entries that match the filters', async () => {
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const matching = await writeEntry('2021-05-01T10:00:00Z', {
      actorUserId: one.id,
      action: 'login',
      credential: 'api',
    });
    await writeEntry('2021-05-01T11:00:00Z', { actorUserId: one.id, action: 'login' });
    await writeEntry('2021-05-01T12:00:00Z', { actorUserId: other.id, action: 'login', credential: 'api' });
    await writeEntry('2021-05-01T13:00:00Z', { actorUserId: one.id, action: 'logout', credential: 'api' });
    const response = await exportCsv({ actorEmail: one.email, action: 'login', credential: 'api', to: '2021-05-01' });
    expect(idsIn(response.text)).toEqual([matching.id]);
  });

  it('has only the header if no entry matches', async () =>
    expect((await exportCsv({ action: 'unknownAction' })).text).toBe(`\ufeff${header}\r\n`));

  it('writes one audit entry of its own, with the filters', async () => {
    const query = { action: 'login,logout', from: '2021-05-01T00:00:00Z', credential: 'instance' };
    const entries = await auditEntriesOf(api, () => exportCsv(query));
    expect(entries).toMatchObject([{ action: 'exportAuditEntries', details: query, workspaceId: null }]);
  });

  it.each<Record<string, string>>([{ after: ulid() }, { limit: '5' }, { to: 'yesterday' }, { credential: 'magic' }])(
    'rejects %j and writes no audit entry',
    async (query) => {
      const entries = await auditEntriesOf(api, async () => {
        const response = await exportCsv(query);
        const [path] = Object.keys(query).map((name) => `query.${name}`);
        expect(ErrorBody.parse(response.body).error).toMatchObject({
          type: 'InvalidInput',
          details: { fields: [{ path }] },
        });
      });
      expect(entries).toEqual([]);
    },
  );

  it('is for staff only', async () => {
    const owner = await logIn(api, await makeUser(api));
    const entries = await auditEntriesOf(api, async () => {
      for (const [credentials, status] of [
        [owner, 403],
        [{}, 401],
      ] as const) {
        expect((await exportCsv({}, credentials)).status).toBe(status);
      }
    });
    expect(entries).toEqual([]);
  });

  it('is complete, however long the log is', async () => {
    const entryCount = 20_500;
    await seedAuditLog(api, entryCount);
    const ids = idsIn((await exportCsv({ from: '2024-01-01', to: '2024-12-31' })).text);
    expect(ids).toHaveLength(entryCount);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const rare = idsIn((await exportCsv({ action: seeded.rareAction })).text);
    expect(rare).toHaveLength(1);
  });

  it('ends when the staff member is suspended', async () => {
    const { user, credentials } = await makeStaff(api);
    const server = await startRawHttpServer(api.app);
    const client = server.get('/audit.csv', { Cookie: credentials.cookie ?? '', [requestUlidHeader]: ulid() });
    await client.take(1_000);
    // The next batches wait for the table.
    const unlocked = api.asOwner('BEGIN; LOCK TABLE audit_entries; SELECT pg_sleep(1.5); COMMIT');
    await api.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
    await unlocked;
    await expect(client.take(Number.MAX_SAFE_INTEGER)).rejects.toThrow(/^Only \d{1,6} bytes arrived/);
    await server.close();
  });
});

const idsIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',').at(-3) ?? '');

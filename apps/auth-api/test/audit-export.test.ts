import { ProblemBody } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../src/generated/prisma/client.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { filled, fillAuditLog } from './support/many-audit-lines.ts';
import { makeStaff } from './support/staff.ts';

const head =
  'Occurred At,Action,Actor Email,Actor ID,Credential,Subject Email,Subject ID,Workspace Name,Workspace ID,Details,' +
  'IP,User Agent,Request ID,Entry ID';

let api: TestApi;
let staff: Proof;
beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).proof;
});
afterAll(() => api.close());

const ask = (query: Record<string, string> = {}, proof = staff) => api.send('GET', '/audit.csv', proof).query(query);

async function line(at: string, more: Partial<Prisma.AuditEntryUncheckedCreateInput> = {}) {
  const occurredAt = new Date(at);
  const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', actorUserId: ulid() };
  return api.db.auditEntry.create({ data: { id: ulid(occurredAt.getTime()), occurredAt, ...entry, ...more } });
}

describe('[decision.14] the log as a table', () => {
  it('is a download that spreadsheets read as it was meant', async () => {
    const [actor, subject] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, actor, { displayName: '=cmd|’/c calc’!A1' });
    const full = await line('2020-05-02T10:00:00.123Z', {
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
    const bare = await line('2020-05-01T10:00:00Z');
    const response = await ask({ from: '2020-05-01', to: '2020-05-02' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=audit-log.csv',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const details = '"{""email"":""a,b""}"';
    expect(response.text).toBe(
      [
        `\ufeff${head}`,
        `2020-05-02T10:00:00.123Z,changeMemberRole,${actor.email},${actor.id},api,${subject.email},${subject.id},` +
          `'=cmd|’/c calc’!A1,${workspace.id},${details},203.0.113.9,"'@SUM(1+1), ""a browser""",'-1+1,${full.id}`,
        `2020-05-01T10:00:00.000Z,updateWorkspace,,${bare.actorUserId},session,,,,,,,,earlier,${bare.id}`,
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
  ])('holds no formula for spreadsheets that divide lines elsewhere: %j', async (userAgent, cell) => {
    const { id } = await line('2019-05-01T10:00:00Z', { userAgent });
    const { text } = await ask({ from: '2019-05-01', to: '2019-05-01' });
    expect(text).toContain(`,${cell},earlier,${id}\r\n`);
  });

  it('holds what its filters select, and nothing else', async () => {
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const mine = await line('2021-05-01T10:00:00Z', { actorUserId: one.id, action: 'login', credential: 'api' });
    await line('2021-05-01T11:00:00Z', { actorUserId: one.id, action: 'login' });
    await line('2021-05-01T12:00:00Z', { actorUserId: other.id, action: 'login', credential: 'api' });
    await line('2021-05-01T13:00:00Z', { actorUserId: one.id, action: 'logout', credential: 'api' });
    const response = await ask({ actorEmail: one.email, action: 'login', credential: 'api', to: '2021-05-01' });
    expect(idsIn(response.text)).toEqual([mine.id]);
  });

  it('has its head alone where nothing is selected', async () =>
    expect((await ask({ action: 'nobodyDidThis' })).text).toBe(`\ufeff${head}\r\n`));

  it('leaves one line of its own, with what was asked for', async () => {
    const query = { action: 'login,logout', from: '2021-05-01T00:00:00Z', credential: 'instance' };
    const lines = await linesOf(api, () => ask(query));
    expect(lines).toMatchObject([{ action: 'exportAuditEntries', details: query, workspaceId: null }]);
  });

  it.each<Record<string, string>>([{ after: ulid() }, { limit: '5' }, { to: 'yesterday' }, { credential: 'magic' }])(
    'takes no %j, and leaves no line then',
    async (query) => {
      const lines = await linesOf(api, async () => {
        const response = await ask(query);
        const [path] = Object.keys(query).map((name) => `query.${name}`);
        expect(ProblemBody.parse(response.body).error).toMatchObject({
          type: 'InvalidInput',
          details: { fields: [{ path }] },
        });
      });
      expect(lines).toEqual([]);
    },
  );

  it('is for staff alone', async () => {
    const owner = await logIn(api, await makeUser(api));
    const lines = await linesOf(api, async () => {
      for (const [proof, status] of [
        [owner, 403],
        [{}, 401],
      ] as const) {
        expect((await ask({}, proof)).status).toBe(status);
      }
    });
    expect(lines).toEqual([]);
  });

  it('is whole, however long the log is', async () => {
    const many = 20_500;
    await fillAuditLog(api, many);
    const ids = idsIn((await ask({ from: '2024-01-01', to: '2024-12-31' })).text);
    expect(ids).toHaveLength(many);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const rare = idsIn((await ask({ action: filled.rareAction })).text);
    expect(rare).toHaveLength(1);
  });
});

const idsIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',').at(-1) ?? '');

import { AuditPage, ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { addMember, logIn, makeStaff, makeUser, makeWorkspace } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Writes an entry with a timestamp in the past. */
async function writeEntry(
  timestamp: string,
  overrides: Pick<Prisma.AuditEntryUncheckedCreateInput, 'actorUserId'> &
    Partial<Prisma.AuditEntryUncheckedCreateInput>,
) {
  const occurredAt = new Date(timestamp);
  const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', ...overrides };
  return (await api.db.auditEntry.create({ data: { id: ulid(occurredAt.getTime()), occurredAt, ...entry } })).id;
}

const readAuditLog = async (credentials: Credentials, query: Record<string, string>) => {
  const response = await api.send('GET', `/audit?${new URLSearchParams(query).toString()}`, credentials);
  return AuditPage.parse(response.body);
};
const idsOf = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);

describe('[decision.14] staff read the audit log', () => {
  it('with all details of an entry', async () => {
    const { credentials } = await makeStaff(api);
    const owner = await makeUser(api, { nickname: 'Grace' });
    const editor = await makeUser(api, { nickname: 'Ada' });
    const workspace = await makeWorkspace(api, owner, { displayName: 'Compilers' });
    await addMember(api, workspace, editor, 'EDITOR');
    const response = await api
      .send('POST', `/workspace/${workspace.id}/membership`, await logIn(api, owner))
      .set('User-Agent', 'A browser')
      .send({ userId: editor.id, role: 'APPROVER' });
    const { entries, next } = await readAuditLog(credentials, { workspaceId: workspace.id });
    expect(next).toBeNull();
    expect(entries).toEqual([
      {
        id: expect.any(String) as string,
        occurredAt: expect.any(String) as string,
        action: 'changeMemberRole',
        actor: { userId: owner.id, nickname: 'Grace', email: owner.email },
        credential: 'session',
        token: null,
        workspace: { workspaceId: workspace.id, displayName: 'Compilers' },
        subject: { userId: editor.id, nickname: 'Ada', email: editor.email },
        details: { email: editor.email, role: { from: 'EDITOR', to: 'APPROVER' } },
        ip: expect.stringContaining('127.0.0.1') as string,
        userAgent: 'A browser',
        requestId: response.get('X-Request-Id'),
      },
    ]);
  });

  it('with each filter, and with all of them', async () => {
    const { credentials } = await makeStaff(api);
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const [here, there] = [ulid(), ulid()];
    const first = await writeEntry('2020-03-01T23:59:59.999Z', { actorUserId: one.id, workspaceId: here });
    const second = await writeEntry('2020-03-02T00:00:00.000Z', { actorUserId: one.id, workspaceId: there });
    const third = await writeEntry('2020-03-02T12:00:00.000Z', { actorUserId: one.id, action: 'login' });
    await writeEntry('2020-03-02T12:00:00.001Z', { actorUserId: other.id, action: 'login' });
    const byOne = (query: Record<string, string>) => readAuditLog(credentials, { actorUserId: one.id, ...query });

    expect(idsOf(await byOne({}))).toEqual([third, second, first]);
    expect(idsOf(await readAuditLog(credentials, { workspaceId: there }))).toEqual([second]);
    expect(idsOf(await byOne({ action: 'login' }))).toEqual([third]);
    expect(idsOf(await byOne({ from: '2020-03-02' }))).toEqual([third, second]);
    expect(idsOf(await byOne({ to: '2020-03-01' }))).toEqual([first]);
    expect(idsOf(await byOne({ from: '2020-03-01T23:59:59.999Z', to: '2020-03-02T00:00:00Z' }))).toEqual([
      second,
      first,
    ]);
    const all = { workspaceId: here, action: 'updateWorkspace', from: '2020-03-01', to: '2020-03-01' };
    expect(idsOf(await byOne(all))).toEqual([first]);
    expect(idsOf(await byOne({ subjectUserId: one.id }))).toEqual([]);
  });

  it('with several actions, a credential, and the current email of actor and subject', async () => {
    const { credentials } = await makeStaff(api);
    const [one, sameEmailUser, other] = [await makeUser(api), await makeUser(api), await makeUser(api)];
    await api.db.user.update({ where: { id: sameEmailUser.id }, data: { email: one.email } });
    const byOne = await writeEntry('2020-04-01T00:00:00Z', { actorUserId: one.id, action: 'login' });
    const bySameEmailUser = await writeEntry('2020-04-02T00:00:00Z', {
      actorUserId: sameEmailUser.id,
      action: 'logout',
    });
    const byToken = await writeEntry('2020-04-03T00:00:00Z', { actorUserId: other.id, credential: 'api' });
    const aboutOne = await writeEntry('2020-04-04T00:00:00Z', { actorUserId: other.id, subjectUserId: one.id });
    const inApril = (query: Record<string, string>) =>
      readAuditLog(credentials, { from: '2020-04-01', to: '2020-04-30', ...query });

    expect(idsOf(await inApril({ actorEmail: one.email.toUpperCase() }))).toEqual([bySameEmailUser, byOne]);
    expect(idsOf(await inApril({ actorEmail: one.email, actorUserId: one.id }))).toEqual([byOne]);
    expect(idsOf(await inApril({ subjectEmail: one.email }))).toEqual([aboutOne]);
    expect(idsOf(await inApril({ actorEmail: 'unknown@example.com' }))).toEqual([]);
    expect(idsOf(await inApril({ action: 'login,logout' }))).toEqual([bySameEmailUser, byOne]);
    expect(idsOf(await inApril({ credential: 'api' }))).toEqual([byToken]);
    expect(idsOf(await inApril({ credential: 'instance' }))).toEqual([]);
  });

  it('with only actions or only reads of staff', async () => {
    const { credentials, user } = await makeStaff(api);
    const byStaff = (query: Record<string, string>) => readAuditLog(credentials, { actorUserId: user.id, ...query });
    const actionId = await writeEntry('2020-01-01T00:00:00Z', { actorUserId: user.id, action: 'quarantineUser' });
    const readId = await writeEntry('2020-01-02T00:00:00Z', { actorUserId: user.id, action: 'findUsersByEmail' });
    expect(idsOf(await byStaff({ kind: 'actions' }))).toEqual([actionId]);
    expect(idsOf(await byStaff({ kind: 'reads', to: '2020-12-31' }))).toEqual([readId]);
    expect(idsOf(await byStaff({ kind: 'reads', action: 'quarantineUser' }))).toEqual([]);
  });

  it('page by page, without gaps or duplicates while entries are added', async () => {
    const { credentials } = await makeStaff(api);
    const { id: actorUserId } = await makeUser(api);
    const days = Array.from({ length: 7 }, (_, index) => `2021-01-0${index + 1}T00:00:00Z`);
    const written: string[] = [];
    for (const day of days) written.unshift(await writeEntry(day, { actorUserId }));

    const read: string[] = [];
    let after: string | null = null;
    do {
      const page: AuditPageOf = await readAuditLog(credentials, {
        actorUserId,
        limit: '3',
        ...(after !== null && { after }),
      });
      read.push(...idsOf(page));
      after = page.next;
      await writeEntry(new Date().toISOString(), { actorUserId });
    } while (after !== null);
    expect(read).toEqual(written);
  });

  it('with the ids of deleted users and workspaces', async () => {
    const { credentials } = await makeStaff(api);
    const [actorUserId, workspaceId] = [ulid(), ulid()];
    await writeEntry('2022-01-01T00:00:00Z', { actorUserId, workspaceId });
    const { entries } = await readAuditLog(credentials, { actorUserId });
    expect(entries).toMatchObject([
      {
        actor: { userId: actorUserId, nickname: null, email: null },
        workspace: { workspaceId, displayName: null },
        subject: null,
      },
    ]);
  });

  it('and write an entry of their own with the filters, for every page', async () => {
    const { credentials, user } = await makeStaff(api);
    const { id: actorUserId } = await makeUser(api);
    const id = await writeEntry('2023-01-01T00:00:00Z', { actorUserId });
    const entries = await auditEntriesOf(api, () => readAuditLog(credentials, { actorUserId, limit: '1' }));
    const details = { actorUserId, limit: 1, found: 1 };
    expect(entries).toMatchObject([{ action: 'listAuditEntries', actorUserId: user.id, details }]);
    expect(await auditEntriesOf(api, () => readAuditLog(credentials, { after: id, limit: '1' }))).toHaveLength(1);
  });

  it.each([
    ['from', 'yesterday'],
    ['to', '2020-02-30'],
    ['limit', '201'],
    ['limit', '0'],
    ['after', 'not-an-id'],
    ['action', '<script>'],
    ['action', 'login,'],
    ['actorEmail', 'not-an-email'],
    ['credential', 'password'],
    ['kind', 'all'],
  ])('and get an error for an invalid %s (%s)', async (name, value) => {
    const { credentials } = await makeStaff(api);
    const response = await api.send('GET', `/audit?${new URLSearchParams({ [name]: value }).toString()}`, credentials);
    expect(ErrorBody.parse(response.body).error).toMatchObject({
      type: 'InvalidInput',
      details: { fields: [{ path: `query.${name}` }] },
    });
  });
});

type AuditPageOf = ReturnType<typeof AuditPage.parse>;

import { AuditPage, ProblemBody, WorkspaceAuditPage } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../src/generated/prisma/client.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A line as if it had been written then. */
async function line(
  at: string,
  more: Pick<Prisma.AuditEntryUncheckedCreateInput, 'actorUserId'> & Partial<Prisma.AuditEntryUncheckedCreateInput>,
) {
  const occurredAt = new Date(at);
  const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', ...more };
  return (await api.db.auditEntry.create({ data: { id: ulid(occurredAt.getTime()), occurredAt, ...entry } })).id;
}

const readAll = async (proof: Proof, query: Record<string, string>) => {
  const response = await api.send('GET', `/audit?${new URLSearchParams(query).toString()}`, proof);
  return AuditPage.parse(response.body);
};
const idsOf = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);

describe('[decision.14] staff read the log', () => {
  it('with everything that is known of an act', async () => {
    const { proof } = await makeStaff(api);
    const owner = await makeUser(api, { nickname: 'Grace' });
    const editor = await makeUser(api, { nickname: 'Ada' });
    const workspace = await makeWorkspace(api, owner, { displayName: 'Compilers' });
    await addMember(api, workspace, editor, 'EDITOR');
    const response = await api
      .send('POST', `/workspace/${workspace.id}/membership`, await logIn(api, owner))
      .set('User-Agent', 'A browser')
      .send({ userId: editor.id, role: 'APPROVER' });
    const { entries, next } = await readAll(proof, { workspaceId: workspace.id });
    expect(next).toBeNull();
    expect(entries).toEqual([
      {
        id: expect.any(String) as string,
        occurredAt: expect.any(String) as string,
        action: 'changeMemberRole',
        actor: { userId: owner.id, nickname: 'Grace', email: owner.email },
        credential: 'session',
        workspace: { workspaceId: workspace.id, displayName: 'Compilers' },
        subject: { userId: editor.id, nickname: 'Ada', email: editor.email },
        details: { email: editor.email, role: { from: 'EDITOR', to: 'APPROVER' } },
        ip: expect.stringContaining('127.0.0.1') as string,
        userAgent: 'A browser',
        requestId: response.get('X-Request-Id'),
      },
    ]);
  });

  it('by each filter, and by all of them together', async () => {
    const { proof } = await makeStaff(api);
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const [here, there] = [ulid(), ulid()];
    const first = await line('2020-03-01T23:59:59.999Z', { actorUserId: one.id, workspaceId: here });
    const second = await line('2020-03-02T00:00:00.000Z', { actorUserId: one.id, workspaceId: there });
    const third = await line('2020-03-02T12:00:00.000Z', { actorUserId: one.id, action: 'login' });
    await line('2020-03-02T12:00:00.001Z', { actorUserId: other.id, action: 'login' });
    const byOne = (query: Record<string, string>) => readAll(proof, { actorUserId: one.id, ...query });

    expect(idsOf(await byOne({}))).toEqual([third, second, first]);
    expect(idsOf(await readAll(proof, { workspaceId: there }))).toEqual([second]);
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

  it('by several acts, by how somebody proved who they are, and by the addresses that people have now', async () => {
    const { proof } = await makeStaff(api);
    const [one, twin, other] = [await makeUser(api), await makeUser(api), await makeUser(api)];
    await api.db.user.update({ where: { id: twin.id }, data: { email: one.email } });
    const byOne = await line('2020-04-01T00:00:00Z', { actorUserId: one.id, action: 'login' });
    const byTwin = await line('2020-04-02T00:00:00Z', { actorUserId: twin.id, action: 'logout' });
    const byToken = await line('2020-04-03T00:00:00Z', { actorUserId: other.id, credential: 'api' });
    const onOne = await line('2020-04-04T00:00:00Z', { actorUserId: other.id, subjectUserId: one.id });
    const inApril = (query: Record<string, string>) =>
      readAll(proof, { from: '2020-04-01', to: '2020-04-30', ...query });

    expect(idsOf(await inApril({ actorEmail: one.email.toUpperCase() }))).toEqual([byTwin, byOne]);
    expect(idsOf(await inApril({ actorEmail: one.email, actorUserId: one.id }))).toEqual([byOne]);
    expect(idsOf(await inApril({ subjectEmail: one.email }))).toEqual([onOne]);
    expect(idsOf(await inApril({ actorEmail: 'nobody@example.com' }))).toEqual([]);
    expect(idsOf(await inApril({ action: 'login,logout' }))).toEqual([byTwin, byOne]);
    expect(idsOf(await inApril({ credential: 'api' }))).toEqual([byToken]);
    expect(idsOf(await inApril({ credential: 'instance' }))).toEqual([]);
  });

  it('apart: what was done, and what staff only looked at', async () => {
    const { proof, user } = await makeStaff(api);
    const byStaff = (query: Record<string, string>) => readAll(proof, { actorUserId: user.id, ...query });
    const done = await line('2020-01-01T00:00:00Z', { actorUserId: user.id, action: 'quarantineUser' });
    const seen = await line('2020-01-02T00:00:00Z', { actorUserId: user.id, action: 'findUsersByEmail' });
    expect(idsOf(await byStaff({ kind: 'acts' }))).toEqual([done]);
    expect(idsOf(await byStaff({ kind: 'looks', to: '2020-12-31' }))).toEqual([seen]);
    expect(idsOf(await byStaff({ kind: 'looks', action: 'quarantineUser' }))).toEqual([]);
  });

  it('page by page, without a gap or a double while lines are added', async () => {
    const { proof } = await makeStaff(api);
    const { id: actorUserId } = await makeUser(api);
    const days = Array.from({ length: 7 }, (_, at) => `2021-01-0${at + 1}T00:00:00Z`);
    const written: string[] = [];
    for (const day of days) written.unshift(await line(day, { actorUserId }));

    const read: string[] = [];
    let after: string | null = null;
    do {
      const page: AuditPageOf = await readAll(proof, { actorUserId, limit: '3', ...(after !== null && { after }) });
      read.push(...idsOf(page));
      after = page.next;
      await line(new Date().toISOString(), { actorUserId });
    } while (after !== null);
    expect(read).toEqual(written);
  });

  it('of people and workspaces that are gone by their ids', async () => {
    const { proof } = await makeStaff(api);
    const [actorUserId, workspaceId] = [ulid(), ulid()];
    await line('2022-01-01T00:00:00Z', { actorUserId, workspaceId });
    const { entries } = await readAll(proof, { actorUserId });
    expect(entries).toMatchObject([
      {
        actor: { userId: actorUserId, nickname: null, email: null },
        workspace: { workspaceId, displayName: null },
        subject: null,
      },
    ]);
  });

  it('and leave a line of their own with what they asked for, on every page', async () => {
    const { proof, user } = await makeStaff(api);
    const { id: actorUserId } = await makeUser(api);
    const id = await line('2023-01-01T00:00:00Z', { actorUserId });
    const lines = await linesOf(api, () => readAll(proof, { actorUserId, limit: '1' }));
    const details = { actorUserId, limit: 1, found: 1 };
    expect(lines).toMatchObject([{ action: 'listAuditEntries', actorUserId: user.id, details }]);
    expect(await linesOf(api, () => readAll(proof, { after: id, limit: '1' }))).toHaveLength(1);
  });

  it.each([
    ['from', 'yesterday'],
    ['to', '2020-02-30'],
    ['limit', '201'],
    ['limit', '0'],
    ['after', 'nothing-like-an-id'],
    ['action', '<script>'],
    ['action', 'login,'],
    ['actorEmail', 'nobody'],
    ['credential', 'password'],
    ['kind', 'all'],
  ])('never by a wrong %s (%s)', async (name, value) => {
    const { proof } = await makeStaff(api);
    const response = await api.send('GET', `/audit?${new URLSearchParams({ [name]: value }).toString()}`, proof);
    expect(ProblemBody.parse(response.body).error).toMatchObject({
      type: 'InvalidInput',
      details: { fields: [{ path: `query.${name}` }] },
    });
  });
});

type AuditPageOf = ReturnType<typeof AuditPage.parse>;

describe('[decision.14] owners read the log of their workspace', () => {
  async function estate() {
    const owner = await makeUser(api, { nickname: 'Grace' });
    const workspace = await makeWorkspace(api, owner);
    const asOwner = await logIn(api, owner);
    const read = async (query: Record<string, string> = {}) => {
      const path = `/workspaces/${workspace.id}/audit?${new URLSearchParams(query).toString()}`;
      return WorkspaceAuditPage.parse((await api.send('GET', path, asOwner)).body);
    };
    return { owner, workspace, asOwner, read, path: `/workspaces/${workspace.id}` };
  }

  it('and of no other, without anybody’s address or browser', async () => {
    const { owner, asOwner, read, path } = await estate();
    const other = await estate();
    await api.send('PATCH', other.path, other.asOwner).send({ displayName: 'Elsewhere' });
    await api.send('PATCH', path, asOwner).send({ displayName: 'Renamed' });
    const { entries, next } = await read();
    expect(next).toBeNull();
    expect(entries).toEqual([
      {
        id: expect.any(String) as string,
        occurredAt: expect.any(String) as string,
        action: 'updateWorkspace',
        bySupport: false,
        actor: { userId: owner.id, nickname: 'Grace', email: owner.email },
        subject: null,
        details: { displayName: { from: 'Production', to: 'Renamed' } },
      },
    ]);
    const asked = await api.send('GET', `${path}/audit?workspaceId=${other.workspace.id}`, asOwner);
    expect(asked.status).toBe(400);
  });

  it('and see of support that it acted, not who, on whom and why', async () => {
    const { owner, workspace, read } = await estate();
    const { user: staff } = await makeStaff(api);
    const act = { actorUserId: staff.id, subjectUserId: owner.id, workspaceId: workspace.id };
    const request = { credential: 'session', requestId: ulid(), ip: '203.0.113.9', details: { reason: 'a secret' } };
    const before = (milliseconds: number) => ulid(Date.now() - milliseconds);
    const [closed, noted, opened] = [before(5), before(4), before(3)];
    const [id, ofSomebody, retired] = [before(2), before(1), ulid()];
    const state = { at: '2026-01-01T00:00:00.000Z', reason: 'a secret' };
    const closing = { from: null, to: state };
    const otherReason = { from: { ...state, reason: 'another' }, to: state };
    const opening = { from: state, to: null };
    await api.db.auditEntry.createMany({
      data: [
        { id: closed, action: 'quarantineWorkspace', ...act, ...request, details: { quarantine: closing } },
        { id: noted, action: 'quarantineWorkspace', ...act, ...request, details: { quarantine: otherReason } },
        { id: opened, action: 'quarantineWorkspace', ...act, ...request, details: { quarantine: opening } },
        { id, action: 'quarantineUser', ...act, ...request },
        { id: ofSomebody, action: 'quarantineUser', ...act, ...request, details: { quarantine: closing } },
        { id: retired, action: 'aCallThatIsNoMore', ...act, ...request },
      ],
    });
    const hidden = { bySupport: true, actor: null, subject: null, details: null };
    const page = await read();
    // What every member saw, and nothing of why.
    const told = [
      { id: opened, ...hidden, details: { wasQuarantined: true, isQuarantined: false } },
      { id: noted, ...hidden, details: { wasQuarantined: true, isQuarantined: true } },
      { id: closed, ...hidden, details: { wasQuarantined: false, isQuarantined: true } },
    ];
    expect(page.entries).toEqual(
      [{ id: retired, ...hidden }, { id: ofSomebody, ...hidden }, { id, ...hidden }, ...told].map((entry) => ({
        occurredAt: expect.any(String) as string,
        action: expect.any(String) as string,
        ...entry,
      })),
    );
    expect(JSON.stringify(page)).not.toContain('a secret');
    expect(JSON.stringify(page)).not.toContain(staff.id);
    for (const filter of [{ actorUserId: staff.id }, { subjectUserId: owner.id }]) {
      expect((await read(filter)).entries).toEqual([]);
    }
    expect(idsOf(await read({ action: 'quarantineUser' }))).toEqual([ofSomebody, id]);
  });

  it('without what people who left are called now, and without what support only looked at', async () => {
    const { workspace, owner, read } = await estate();
    const [{ proof }, member, former] = [await makeStaff(api), await makeUser(api), await makeUser(api)];
    await addMember(api, workspace, member, 'EDITOR');
    await line('2021-01-01T00:00:00Z', { actorUserId: former.id, workspaceId: workspace.id });
    await line('2021-01-02T00:00:00Z', { actorUserId: member.id, workspaceId: workspace.id });
    await api.send('GET', `/workspaces/admin-lookup/${workspace.id}`, proof);
    const { entries } = await read();
    expect(entries.map(({ actor }) => actor)).toEqual([
      { userId: member.id, nickname: member.nickname, email: member.email },
      { userId: former.id, nickname: null, email: null },
    ]);
    expect((await read({ subjectUserId: owner.id })).entries).toEqual([]);
  });

  it('page by page', async () => {
    const { owner, workspace, read } = await estate();
    const written: string[] = [];
    for (const day of ['2021-01-01', '2021-01-02', '2021-01-03']) {
      written.unshift(await line(`${day}T00:00:00Z`, { actorUserId: owner.id, workspaceId: workspace.id }));
    }
    const first = await read({ limit: '2' });
    const second = await read({ limit: '2', after: first.next ?? '' });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(written);
    expect([first.next, second.next]).toEqual([written[1], null]);
  });

  it('which leaves no line', async () => {
    const { read } = await estate();
    expect(await linesOf(api, () => read())).toEqual([]);
  });
});

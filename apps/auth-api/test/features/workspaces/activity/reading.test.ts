import { WorkspaceAuditPage } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
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

const idsOf = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);

describe('[decision.14] owners read the audit log of their workspace', () => {
  async function ownedWorkspace() {
    const owner = await makeUser(api, { nickname: 'Grace' });
    const workspace = await makeWorkspace(api, owner);
    const asOwner = await logIn(api, owner);
    const read = async (query: Record<string, string> = {}) => {
      const path = `/workspaces/${workspace.id}/audit?${new URLSearchParams(query).toString()}`;
      return WorkspaceAuditPage.parse((await api.send('GET', path, asOwner)).body);
    };
    return { owner, workspace, asOwner, read, path: `/workspaces/${workspace.id}` };
  }

  it('and of no other workspace, without IP addresses and user agents', async () => {
    const { owner, asOwner, read, path } = await ownedWorkspace();
    const other = await ownedWorkspace();
    await api.send('PATCH', other.path, other.asOwner).send({ displayName: 'Elsewhere' });
    await api.send('PATCH', path, asOwner).send({ displayName: 'Renamed' });
    const { entries, next } = await read();
    expect(next).toBeNull();
    expect(entries).toEqual([
      {
        id: expect.any(String) as string,
        sequence: 1,
        occurredAt: expect.any(String) as string,
        action: 'updateWorkspace',
        bySupport: false,
        actor: { userId: owner.id, nickname: 'Grace', email: owner.email },
        token: null,
        subject: null,
        details: { displayName: { from: 'Production', to: 'Renamed' } },
      },
    ]);
    const asked = await api.send('GET', `${path}/audit?workspaceId=${other.workspace.id}`, asOwner);
    expect(asked.status).toBe(400);
  });

  it('and see that support acted, but not who, on whom and why', async () => {
    const { owner, workspace, read } = await ownedWorkspace();
    const { user: staff } = await makeStaff(api);
    const action = { actorUserId: staff.id, subjectUserId: owner.id, workspaceId: workspace.id };
    const request = { credential: 'session', requestId: ulid(), ip: '203.0.113.9', details: { reason: 'a secret' } };
    const before = (milliseconds: number) => ulid(Date.now() - milliseconds);
    const [closed, reasonChanged, reopened] = [before(5), before(4), before(3)];
    const [id, userLocked, unknownAction] = [before(2), before(1), ulid()];
    const state = { at: '2026-01-01T00:00:00.000Z', reason: 'a secret' };
    const closing = { from: null, to: state };
    const otherReason = { from: { ...state, reason: 'another' }, to: state };
    const opening = { from: state, to: null };
    await api.db.auditEntry.createMany({
      data: [
        { id: closed, action: 'quarantineWorkspace', ...action, ...request, details: { quarantine: closing } },
        {
          id: reasonChanged,
          action: 'quarantineWorkspace',
          ...action,
          ...request,
          details: { quarantine: otherReason },
        },
        { id: reopened, action: 'quarantineWorkspace', ...action, ...request, details: { quarantine: opening } },
        { id, action: 'quarantineUser', ...action, ...request },
        { id: userLocked, action: 'quarantineUser', ...action, ...request, details: { quarantine: closing } },
        { id: unknownAction, action: 'aRemovedCall', ...action, ...request },
      ],
    });
    const hidden = { bySupport: true, actor: null, token: null, subject: null, details: null };
    const page = await read();
    // The state that all members saw, without the reasons.
    const stateChanges = [
      { id: reopened, ...hidden, details: { wasQuarantined: true, isQuarantined: false } },
      { id: reasonChanged, ...hidden, details: { wasQuarantined: true, isQuarantined: true } },
      { id: closed, ...hidden, details: { wasQuarantined: false, isQuarantined: true } },
    ];
    expect(page.entries).toEqual(
      [{ id: unknownAction, ...hidden }, { id: userLocked, ...hidden }, { id, ...hidden }, ...stateChanges].map(
        (entry) => ({
          sequence: null,
          occurredAt: expect.any(String) as string,
          action: expect.any(String) as string,
          ...entry,
        }),
      ),
    );
    expect(JSON.stringify(page)).not.toContain('a secret');
    expect(JSON.stringify(page)).not.toContain(staff.id);
    for (const filter of [{ actorUserId: staff.id }, { subjectUserId: owner.id }]) {
      expect((await read(filter)).entries).toEqual([]);
    }
    expect(idsOf(await read({ action: 'quarantineUser' }))).toEqual([userLocked, id]);
  });

  it('without the current names of former members and without reads of support', async () => {
    const { workspace, owner, read } = await ownedWorkspace();
    const [{ credentials }, member, former] = [await makeStaff(api), await makeUser(api), await makeUser(api)];
    await addMember(api, workspace, member, 'EDITOR');
    await writeEntry('2021-01-01T00:00:00Z', { actorUserId: former.id, workspaceId: workspace.id });
    await writeEntry('2021-01-02T00:00:00Z', { actorUserId: member.id, workspaceId: workspace.id });
    await api.send('GET', `/workspaces/admin-lookup/${workspace.id}`, credentials);
    const { entries } = await read();
    expect(entries.map(({ actor }) => actor)).toEqual([
      { userId: member.id, nickname: member.nickname, email: member.email },
      { userId: former.id, nickname: null, email: null },
    ]);
    expect((await read({ subjectUserId: owner.id })).entries).toEqual([]);
  });

  it('page by page', async () => {
    const { owner, workspace, read } = await ownedWorkspace();
    const written: string[] = [];
    for (const day of ['2021-01-01', '2021-01-02', '2021-01-03']) {
      written.unshift(await writeEntry(`${day}T00:00:00Z`, { actorUserId: owner.id, workspaceId: workspace.id }));
    }
    const first = await read({ limit: '2' });
    const second = await read({ limit: '2', after: first.next ?? '' });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(written);
    expect([first.next, second.next]).toEqual([written[1], null]);
  });

  it('without writing an entry', async () => {
    const { read } = await ownedWorkspace();
    expect(await auditEntriesOf(api, () => read())).toEqual([]);
  });
});

import { dayMs, WorkspaceOverview } from '@portal/contract';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { newIdAt } from '../../../src/platform/lib/ids.ts';
import { writeAuditEntries } from '../../../src/request/audit/write-entries.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWebhook,
  makeWorkspace,
  renewableToken,
} from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const fromNow = (ms: number) => new Date(Date.now() + ms);

async function makeTeam() {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const approver = await makeUser(api, { nickname: 'Yan' });
  const editor = await makeUser(api, { nickname: 'Ann' });
  const workspace = await makeWorkspace(api, owner, {
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com',
  });
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  return { owner, approver, editor, workspace };
}

async function overviewFor(user: User, { id }: Pick<Workspace, 'id'>): Promise<WorkspaceOverview> {
  const credentials = await logIn(api, user);
  return WorkspaceOverview.parse((await api.send('GET', `/workspaces/${id}/overview`, credentials).expect(200)).body);
}

const write = (workspace: Workspace, user: User, ...actions: string[]) =>
  writeAuditEntries(
    actions.map((action) => ({
      action,
      actor: { userId: user.id },
      credential: 'session',
      workspaceId: workspace.id,
      request: { id: null, ip: null, userAgent: null },
    })),
    api.services,
  );

/** An entry of the past. */
const writeAt = (workspace: Workspace, user: User, occurredAt: Date, action = 'updateWorkspace') =>
  api.db.auditEntry.create({
    data: {
      id: newIdAt(occurredAt.getTime()),
      occurredAt,
      action,
      credential: 'session',
      actorUserId: user.id,
      workspaceId: workspace.id,
      requestId: 'earlier',
    },
  });

describe('the members', () => {
  it('are the owner, then approvers, then editors by name', async () => {
    const { workspace, editor } = await makeTeam();
    await addMember(api, workspace, await makeUser(api, { nickname: 'bea' }), 'EDITOR');
    const { members, memberCount } = await overviewFor(editor, workspace);
    expect(members.map(({ nickname, role }) => [nickname, role])).toEqual([
      ['Zoe', 'OWNER'],
      ['Yan', 'APPROVER'],
      ['Ann', 'EDITOR'],
      ['bea', 'EDITOR'],
    ]);
    expect(memberCount).toBe(4);
  });

  it('are at most eight, and the count has all of them', async () => {
    const { workspace, owner } = await makeTeam();
    for (let n = 0; n < 7; n++) await addMember(api, workspace, await makeUser(api), 'EDITOR');
    const { members, memberCount } = await overviewFor(owner, workspace);
    expect([members.length, memberCount]).toEqual([8, 10]);
  });
});

describe('the API tokens that end soon', () => {
  it('are those of users and service accounts that someone has to replace within seven days, the next one first', async () => {
    const { workspace, owner, editor } = await makeTeam();
    const account = await makeServiceAccount(api, workspace, { name: 'CI' });
    const old = { createdAt: fromNow(-100 * dayMs) };
    const make = (name: string, days: number, more: object = {}) =>
      makeApiToken(api, workspace, editor, { name, expiresAt: fromNow(days * dayMs), ...old, ...more });
    await make('In six days', 6);
    await make('In eight days', 8);
    await make('Expired', -1);
    await make('Revoked', 2, { revokedAt: new Date() });
    await make('Replaced', 2, { replacedAt: new Date() });
    await make('Of six days', 5, { createdAt: fromNow(-dayMs) });
    await make('Renews itself', 2, { rotatesUntil: renewableToken().rotatesUntil });
    await makeServiceAccountToken(api, account, { name: 'Deploy', expiresAt: fromNow(dayMs), ...old });
    await makeApiToken(api, await makeWorkspace(api, owner), owner, { expiresAt: fromNow(dayMs), ...old });
    const { endingTokens, endingTokenCount } = await overviewFor(editor, workspace);
    expect(endingTokens.map(({ name, principalName }) => [name, principalName])).toEqual([
      ['Deploy', 'CI'],
      ['In six days', 'Ann'],
    ]);
    expect(endingTokenCount).toBe(2);
  });

  it('are at most three, and the count has all of them', async () => {
    const { workspace, owner } = await makeTeam();
    for (let n = 1; n <= 5; n++)
      await makeApiToken(api, workspace, owner, { createdAt: fromNow(-dayMs * 50), expiresAt: fromNow(n * dayMs) });
    const { endingTokens, endingTokenCount } = await overviewFor(owner, workspace);
    expect([endingTokens.length, endingTokenCount]).toEqual([3, 5]);
  });
});

describe('what depends on the role', () => {
  it('are the pending invitations, which editors do not see', async () => {
    const { workspace, owner, approver, editor } = await makeTeam();
    const invitation = (email: string, expiresAt: Date, more: object = {}) =>
      makeInvitation(api, workspace, { email, expiresAt, ...more });
    await invitation('late@example.com', fromNow(6 * dayMs));
    await invitation('soon@example.com', fromNow(dayMs), { role: 'APPROVER' });
    await invitation('expired@example.com', fromNow(-dayMs));
    await invitation('declined@example.com', fromNow(dayMs), { declinedAt: new Date() });
    for (const manager of [owner, approver]) {
      const { invitations } = await overviewFor(manager, workspace);
      expect(invitations?.count).toBe(2);
      expect(invitations?.first.map(({ email, role }) => [email, role])).toEqual([
        ['soon@example.com', 'APPROVER'],
        ['late@example.com', 'EDITOR'],
      ]);
    }
    expect((await overviewFor(editor, workspace)).invitations).toBeNull();
  });

  it('are the webhooks that send nothing, which only the owner sees', async () => {
    const { workspace, owner, approver } = await makeTeam();
    expect((await overviewFor(owner, workspace)).webhooks).toEqual({ paused: 0, failing: 0 });
    await makeWebhook(api, workspace);
    await makeWebhook(api, workspace, { failingSince: new Date() });
    await makeWebhook(api, workspace, { pausedAt: new Date(), pauseReason: 'FAILING', failingSince: new Date() });
    await makeWebhook(api, workspace, { pausedAt: new Date(), pauseReason: 'OWNER_CHANGED' });
    expect((await overviewFor(owner, workspace)).webhooks).toEqual({ paused: 2, failing: 1 });
    expect((await overviewFor(approver, workspace)).webhooks).toBeNull();
  });

  it('is the activity: all of it for the owner, without ownership and support for an approver, nothing for an editor', async () => {
    const { workspace, owner, approver, editor } = await makeTeam();
    await write(workspace, owner, 'updateWorkspace', 'offerOwnership', 'quarantineWorkspace', 'inviteMember');
    const read = async (user: User) => {
      const { activity } = await overviewFor(user, workspace);
      return activity && activity.entries.map(({ action }) => action);
    };
    expect(await read(owner)).toEqual(['inviteMember', 'quarantineWorkspace', 'offerOwnership', 'updateWorkspace']);
    expect(await read(approver)).toEqual(['inviteMember', 'updateWorkspace']);
    expect(await read(editor)).toBeNull();
    expect(JSON.stringify(await overviewFor(editor, workspace))).not.toContain('updateWorkspace');
  });

  it('has at most the five newest entries of the activity', async () => {
    const { workspace, owner } = await makeTeam();
    await write(workspace, owner, ...Array.from({ length: 7 }, () => 'updateWorkspace'));
    expect((await overviewFor(owner, workspace)).activity?.entries.map(({ sequence }) => sequence)).toEqual([
      7, 6, 5, 4, 3,
    ]);
  });
});

describe('the last 30 days', () => {
  /** Until the count takes no longer than its timeout on a busy machine. */
  const daysFor = async (user: User, workspace: Workspace) => {
    const { activity } = await pollUntil(
      () => overviewFor(user, workspace),
      (overview) => overview.activity?.days !== null,
    );
    return activity?.days ?? [];
  };
  const dayOf = (time: Date) => time.toISOString().slice(0, 10);

  it('have the number of entries of each day in UTC that the reader sees', async () => {
    const { workspace, owner, approver } = await makeTeam();
    const today = new Date();
    const [first, before] = [fromNow(-29 * dayMs), fromNow(-30 * dayMs)];
    await writeAt(workspace, owner, today);
    await writeAt(workspace, owner, today, 'offerOwnership');
    await writeAt(workspace, owner, first);
    await writeAt(workspace, owner, before);
    await writeAt(await makeWorkspace(api, owner), owner, today);
    const days = await daysFor(owner, workspace);
    expect(days).toHaveLength(30);
    expect([days[0], days.at(-1)]).toEqual([
      { day: dayOf(first), count: 1 },
      { day: dayOf(today), count: 2 },
    ]);
    expect(days.slice(1, -1).every(({ count }) => count === 0)).toBe(true);
    expect((await daysFor(approver, workspace)).at(-1)).toEqual({ day: dayOf(today), count: 1 });
  });

  it('are kept for five minutes', async () => {
    const { workspace, owner } = await makeTeam();
    const counted = (await daysFor(owner, workspace)).at(-1);
    await write(workspace, owner, 'updateWorkspace');
    expect((await daysFor(owner, workspace)).at(-1)).toEqual(counted);
  });

  it('are missing if they take longer than 50 ms to count', async () => {
    const { workspace, owner } = await makeTeam();
    await write(workspace, owner, 'updateWorkspace');
    const locked = api.asOwner('BEGIN; LOCK TABLE audit_entries; SELECT pg_sleep(1); COMMIT');
    const isLocked = async () => {
      const locks = await api.services.pool.query(
        "SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'audit_entries'::regclass",
      );
      return locks.rowCount !== 0;
    };
    expect(await pollUntil(isLocked, Boolean)).toBe(true);
    const { activity } = await overviewFor(owner, workspace);
    await locked;
    expect(activity?.days).toBeNull();
    expect(activity?.entries).toHaveLength(1);
  });
});

describe('when the instance was last seen', () => {
  const seenAt = async ({ id }: Workspace) =>
    (await api.db.workspace.findUniqueOrThrow({ where: { id } })).instanceSeenAt;
  /** Within the last minute. */
  const expectSeen = async (workspace: Workspace) => {
    const time = await pollUntil(() => seenAt(workspace), Boolean);
    expect(Date.now() - (time?.getTime() ?? 0)).toBeLessThan(60_000);
  };
  const connect = async (workspace: Workspace, credentials: Credentials) => {
    const { headers } = await api.send('GET', `/workspaces/${workspace.id}/go`, credentials).redirects(0);
    const code = new URL(headers.location ?? '').searchParams.get('code');
    return api.send('POST', '/complete-auth-connect').send({ code });
  };

  it('is unknown until the instance redeems the code of a launch', async () => {
    const { workspace, owner } = await makeTeam();
    expect((await overviewFor(owner, workspace)).instanceSeenAt).toBeNull();
    expect((await connect(workspace, await logIn(api, owner))).status).toBe(200);
    await expectSeen(workspace);
    expect((await overviewFor(owner, workspace)).instanceSeenAt).toBe((await seenAt(workspace))?.toISOString());
  });

  it('is a renewed session of the instance', async () => {
    const { workspace, owner } = await makeTeam();
    await api.send('GET', '/auth-reconnect', await makeInstanceToken(api, workspace, owner)).expect(200);
    await expectSeen(workspace);
  });

  it('is a question about an API token that works', async () => {
    const { workspace, owner } = await makeTeam();
    const { credentials, id } = await makeApiToken(api, workspace, owner, { scopes: ['platform'], lastUsedAt: null });
    const introspect = () =>
      api
        .send('POST', '/oauth/introspect')
        .type('form')
        .send(new URLSearchParams({ token: credentials.token ?? '' }).toString());
    await introspect().expect(200);
    await expectSeen(workspace);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { instanceSeenAt: null } });
    await api.db.authToken.update({ where: { id }, data: { revokedAt: new Date() } });
    await introspect().expect(200);
    expect(await seenAt(workspace)).toBeNull();
  });

  it('is unknown again once the URL of the instance has changed', async () => {
    const { workspace, owner } = await makeTeam();
    const credentials = await logIn(api, owner);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { instanceSeenAt: new Date() } });
    const edit = (body: object) => api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send(body).expect(200);
    await edit({ displayName: 'Lab' });
    expect(await seenAt(workspace)).not.toBeNull();
    await edit({ instanceUrl: 'https://other.example.com' });
    expect(await seenAt(workspace)).toBeNull();
  });
});

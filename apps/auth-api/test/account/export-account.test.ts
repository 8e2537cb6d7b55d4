import { jest } from '@jest/globals';
import { requestUlidHeader } from '@portal/contract';
import { strFromU8, unzipSync } from 'fflate';
import { ulid } from 'ulid';
import { acquireExportLease, withExportLease } from '../../src/account/export-lease.ts';
import { exportedColumns } from '../../src/account/personal-data.ts';
import { ofAddress, ofUser } from '../../src/audit/personal-values.ts';
import { writeAuditEntries } from '../../src/audit/write-entries.ts';
import type { User } from '../../src/generated/prisma/client.ts';
import { completeReassignment } from '../../src/jobs/tasks/complete-reassignment.ts';
import { hashMailbox } from '../../src/lib/hash-mailbox.ts';
import { startApi, type Credentials, type TestApi } from '../support/api.ts';
import { auditEntriesOf } from '../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInvitation,
  makeStaff,
  makeUser,
  makeWorkspace,
} from '../support/builders.ts';
import { pollUntil } from '../support/polling.ts';
import { startRawHttpServer } from '../support/raw-http-client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Export = Record<string, Record<string, unknown>[]>;

async function download({ id }: { id: string }, credentials: Credentials) {
  const response = await api
    .send('GET', `/users/${id}/export`, credentials)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(response.status).toBe(200);
  const files = unzipSync(response.body as Buffer);
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const data: Export = {};
  for (const [name, text] of Object.entries(texts)) {
    const [, table = ''] = /^([a-z-]+?)(?:-\d+)?\.json$/.exec(name) ?? [];
    if (table !== '') data[table] = [...(data[table] ?? []), ...(JSON.parse(text) as Export[string])];
  }
  return { response, texts, data };
}

const request = { id: 'a-request', ip: '203.0.113.9', userAgent: 'Firefox' };

describe('the export of an account', () => {
  it('contains what is stored about the user, as JSON and as CSV', async () => {
    const user = await makeUser(api, {
      firstName: 'Ada',
      lastName: '=1+1',
      suspendedAt: new Date('2026-01-02'),
      suspensionReason: 'Unpaid',
      suspendedById: ulid(),
      quarantinedAt: new Date('2026-01-02'),
      quarantinedUntil: new Date('2026-01-03'),
      quarantineReason: 'Looked like spam',
    });
    const workspace = await makeWorkspace(api, user, { displayName: 'Ours' });
    const { id: tokenId } = await makeApiToken(api, workspace, user, { name: 'deploy' });
    await api.db.tosAgreement.create({ data: { userId: user.id, versionId: '2024-09-25', ip: '203.0.113.7' } });
    await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId: `cus_${user.id}` } });
    const invoice = { id: 'in_1', number: 'ACME-1', createdAt: '2026-01-02T00:00:00.000Z', status: 'paid' };
    await api.db.billingAccount.update({
      where: { userId: user.id },
      data: { cardBrand: 'visa', cardLast4: '4242', invoices: [invoice] },
    });
    await api.db.billingEmail.create({ data: { userId: user.id, kind: 'paused', subject: 'sub_1' } });
    await api.db.stripeEvent.create({
      data: { id: `evt_${user.id}`, type: 'customer.updated', customerId: `cus_${user.id}`, payload: '{}' },
    });
    await api.db.suppressedAddress.create({ data: { addressHash: hashMailbox(user.email) } });
    const own = { action: 'updateProfile', actorUserId: user.id, credential: 'session', request } as const;
    await writeAuditEntries([own], api.services);
    const { data, texts, response } = await download(user, await logIn(api, user));

    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename=account-\d{4}-\d{2}-\d{2}\.zip$/) as string,
      'cache-control': 'no-store',
    });
    expect(data['profile']).toEqual([
      expect.objectContaining({ id: user.id, email: user.email, firstName: 'Ada', suspensionReason: 'Unpaid' }),
    ]);
    expect(data['accepted-terms']).toEqual([expect.objectContaining({ versionId: '2024-09-25', ip: '203.0.113.7' })]);
    expect(data['sessions']).toHaveLength(1);
    expect(data['memberships']).toEqual([expect.objectContaining({ workspaceId: workspace.id, role: 'OWNER' })]);
    expect(data['created-workspaces']).toEqual([expect.objectContaining({ displayName: 'Ours' })]);
    expect(data['api-tokens']).toEqual([expect.objectContaining({ id: tokenId, name: 'deploy' })]);
    expect(data['billing']).toEqual([
      expect.objectContaining({ email: user.email, cardBrand: 'visa', cardLast4: '4242', invoices: [invoice] }),
    ]);
    expect(data['billing-emails']).toEqual([expect.objectContaining({ kind: 'paused', subject: 'sub_1' })]);
    expect(data['stripe-events']).toEqual([expect.objectContaining({ type: 'customer.updated' })]);
    expect(data['stopped-invitation-emails']).toHaveLength(1);
    expect(data['actions']).toEqual([
      expect.objectContaining({ action: 'updateProfile', ip: request.ip, userAgent: request.userAgent }),
      expect.objectContaining({ action: 'exportAccount' }),
    ]);

    expect(Object.keys(texts).sort()).toEqual(
      Object.keys(data)
        .flatMap((name) => [`${name}.json`, `${name}.csv`])
        .sort(),
    );
    expect(Object.values(texts).join('')).not.toContain('Looked like spam');
    expect(texts['profile.csv']).toContain(user.email);
    expect(texts['profile.csv']).toContain(`'=1+1`);
    expect(texts['actions.csv']?.split('\r\n')).toHaveLength(4);
  });

  it('names no customer in what a former staff member did', async () => {
    const [former, customer] = [await makeUser(api), await makeUser(api)];
    const own = { actorUserId: former.id, credential: 'session', subjectUserId: customer.id, request } as const;
    const details = { email: customer.email };
    await writeAuditEntries(
      [
        { ...own, action: 'quarantineUser', workspaceId: ulid(), details },
        { ...own, action: 'removeMember', details },
      ],
      api.services,
    );
    const { data } = await download(former, await logIn(api, former));
    expect(data['actions']).toMatchObject([
      { action: 'quarantineUser', subjectUserId: null, workspaceId: null, details: null, ip: request.ip },
      { action: 'removeMember', subjectUserId: customer.id, details },
      { action: 'exportAccount' },
    ]);
  });

  it('contains nothing of other users and no secret', async () => {
    const [user, colleague] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, colleague, { displayName: 'Theirs' });
    await addMember(api, workspace, user, 'EDITOR');
    const theirToken = await makeApiToken(api, workspace, colleague);
    const byColleague = { action: 'changeMemberRole', actorUserId: colleague.id, credential: 'session' } as const;
    await writeAuditEntries(
      [
        {
          ...byColleague,
          subjectUserId: user.id,
          workspaceId: workspace.id,
          request,
          details: { note: 'Behind closed doors' },
        },
      ],
      api.services,
    );
    const credentials = await logIn(api, user);
    const { data, texts } = await download(user, credentials);

    const [action] = await api.db.auditEntry.findMany({ where: { subjectUserId: user.id, actorUserId: colleague.id } });
    const { id, occurredAt } = action ?? {};
    expect(data['actions-by-others']).toEqual([
      { id, occurredAt: occurredAt?.toISOString(), action: 'changeMemberRole', workspaceId: workspace.id },
    ]);
    const everything = Object.values(texts).join('\n');
    for (const foreign of [colleague.id, colleague.email, theirToken.id, request.ip, 'closed doors', 'Theirs']) {
      expect(everything).not.toContain(foreign);
    }
    const [session] = await api.db.session.findMany({ where: { userId: user.id } });
    expect(everything).not.toContain(session?.idHash);
  });

  it('contains what waits for the address only if the address is verified', async () => {
    const user = await makeUser(api, { emailVerified: false });
    await api.db.suppressedAddress.create({ data: { addressHash: hashMailbox(user.email) } });
    const stopped = async (credentials: Credentials) =>
      (await download(user, credentials)).data['stopped-invitation-emails']?.length;
    const earlierLogin = await logIn(api, user);
    expect(await stopped(earlierLogin)).toBe(0);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    expect([await stopped(earlierLogin), await stopped(await logIn(api, user))]).toEqual([0, 1]);
  });

  it('contains every entry of a long audit log', async () => {
    const user = await makeUser(api);
    const entry = { action: 'updateProfile', actorUserId: user.id, credential: 'session', request } as const;
    await writeAuditEntries(
      Array.from({ length: 2_345 }, () => entry),
      api.services,
    );
    const { data, texts } = await download(user, await logIn(api, user));
    expect(data['actions']).toHaveLength(2_346);
    expect(new Set(data['actions']?.map(({ id }) => id)).size).toBe(2_346);
    expect(texts['actions.csv']?.trimEnd().split('\r\n')).toHaveLength(2_347);
  });

  it('requires a recent login and is audited', async () => {
    const user = await makeUser(api);
    const response = await api.send(
      'GET',
      `/users/${user.id}/export`,
      await logIn(api, user, new Date(Date.now() - 20 * 60_000)),
    );
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ error: { type: 'FreshLoginRequired' } });
    const credentials = await logIn(api, user);
    const entries = await auditEntriesOf(api, () => download(user, credentials));
    expect(entries).toMatchObject([{ action: 'exportAccount' }]);
  });

  it('continues a long table in further files', async () => {
    const user = await makeUser(api);
    await api.asOwner(`
      INSERT INTO audit_entries (id, action, actor_user_id, credential, request_id)
      SELECT '0${'1'.repeat(20)}' || lpad(n::text, 5, '0'), 'updateProfile', '${user.id}', 'session', 'a-request'
      FROM generate_series(1, 10001) AS n`);
    const { data, texts } = await download(user, await logIn(api, user));
    expect(new Set(data['actions']?.map(({ id }) => id)).size).toBe(10_002);
    expect(texts['actions.csv']?.trimEnd().split('\r\n')).toHaveLength(10_001);
    expect(texts['actions-2.csv']?.trimEnd().split('\r\n')).toHaveLength(3);
  });
});

describe('the export of an account has nothing that the user may not see now:', () => {
  /** A user who made a workspace of which a colleague is the owner now. */
  async function makeFormerOwner() {
    const [user, owner] = [await makeUser(api), await makeUser(api, { nickname: 'Bob' })];
    const workspace = await makeWorkspace(api, owner, {
      displayName: 'Project Nightfall',
      description: 'vault.corp.internal',
      instanceUrl: 'https://nightfall.example.com',
      creator: { connect: { id: user.id } },
    });
    return { user, owner, workspace };
  }

  it('of a workspace that the user made and lost, only its id and when it was made', async () => {
    const { user, workspace } = await makeFormerOwner();
    const created = async () => (await download(user, await logIn(api, user))).data['created-workspaces'];
    const hidden = { displayName: null, description: null, instanceUrl: null, approvalsEnabled: null };
    const ids = { id: workspace.id, createdAt: workspace.createdAt.toISOString() };
    expect(await created()).toEqual([{ ...hidden, ...ids, instanceEnvType: null, lastActiveAt: null }]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await created()).toMatchObject([{ ...ids, displayName: 'Project Nightfall' }]);
    for (const state of [{ quarantinedAt: new Date(), quarantineReason: 'Mines coins' }, { deletedAt: new Date() }]) {
      const active = { quarantinedAt: null, quarantineReason: null, deletedAt: null };
      await api.db.workspace.update({ where: { id: workspace.id }, data: { ...active, ...state } });
      expect(await created()).toMatchObject([{ ...ids, ...hidden }]);
    }
  });

  it('no reason of a suspension that has ended, and none for an unverified address', async () => {
    const suspended = { suspendedAt: new Date('2026-01-02'), suspensionReason: 'Unpaid' };
    const former = await makeUser(api, { ...suspended, suspendedUntil: new Date('2026-01-03') });
    const unverified = await makeUser(api, { ...suspended, emailVerified: false });
    const profileOf = async (user: User) => (await download(user, await logIn(api, user))).data['profile'];
    expect(await profileOf(former)).toMatchObject([
      { suspendedAt: null, suspendedUntil: null, suspensionReason: null },
    ]);
    expect(await profileOf(unverified)).toMatchObject([
      { suspendedAt: suspended.suspendedAt.toISOString(), suspensionReason: null },
    ]);
  });

  it('of invitations that the user sent, what became of them only while the user can list them', async () => {
    const { user, workspace } = await makeFormerOwner();
    const invitation = await makeInvitation(api, workspace, { inviterId: user.id, emailFailedAt: new Date() });
    const sent = async () => (await download(user, await logIn(api, user))).data['sent-invitations'];
    const { id, workspaceId } = invitation;
    const hidden = { email: null, role: null, emailFailedAt: null, cancelledAt: null, expiresAt: null };
    expect(await sent()).toMatchObject([{ id, workspaceId, ...hidden }]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await sent()).toMatchObject([{ id, workspaceId, ...hidden }]);
    await api.db.membership.updateMany({ where: { workspaceId, userId: user.id }, data: { role: 'APPROVER' } });
    expect(await sent()).toMatchObject([
      { id, email: invitation.email, role: 'EDITOR', emailFailedAt: invitation.emailFailedAt?.toISOString() },
    ]);
  });

  it('of invitations to the address, only those that the user can accept', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const workspace = await makeWorkspace(api, await makeUser(api));
    const ofUser = { email: user.email, inviterId: (await makeUser(api)).id, emailFailedAt: new Date() };
    const invitation = await makeInvitation(api, workspace, ofUser);
    await makeInvitation(api, workspace, { ...ofUser, acceptedAt: new Date() });
    await makeInvitation(api, workspace);
    await makeInvitation(api, await makeWorkspace(api, await makeUser(api), { quarantinedAt: new Date() }), ofUser);
    const received = async () => (await download(user, await logIn(api, user))).data['received-invitations'];
    expect(await received()).toEqual([]);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    const { id, email, expiresAt } = invitation;
    expect(await received()).toEqual([
      { id, workspaceId: workspace.id, email, role: 'EDITOR', expiresAt: expiresAt.toISOString() },
    ]);
  });

  it('not the other party of an ownership offer, or when a later offer replaced an expired one', async () => {
    const { user, owner, workspace } = await makeFormerOwner();
    const offer = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: user.id };
    const expiresAt = new Date('2026-01-02');
    await api.db.ownershipOffer.create({
      data: { ...offer, id: ulid(), expiresAt, closedAt: new Date('2026-03-03'), outcome: 'EXPIRED' },
    });
    const { data, texts } = await download(user, await logIn(api, user));
    expect(data['ownership-offers']).toMatchObject([
      { fromUserId: null, toUserId: user.id, outcome: 'EXPIRED', closedAt: expiresAt.toISOString() },
    ]);
    expect(Object.values(texts).join('')).not.toContain(owner.id);
  });

  it('a change of the owner by staff for the new owner only when it is completed, and never the reason', async () => {
    const staff = await makeStaff(api);
    const { user: successor, owner, workspace } = await makeFormerOwner();
    await addMember(api, workspace, successor, 'EDITOR');
    const request = { userId: successor.id, reason: 'On sick leave for burnout' };
    const path = `/staff/workspaces/${workspace.id}/owner`;
    expect((await api.send('POST', path, staff.credentials).send(request)).status).toBe(200);
    const before = await download(successor, await logIn(api, successor));
    expect([before.data['ownership-reassignments'], before.data['actions-by-others']]).toEqual([[], []]);
    const ofOwner = await download(owner, await logIn(api, owner));
    expect(ofOwner.data['ownership-reassignments']).toMatchObject([
      { reason: request.reason, fromUserId: owner.id, toUserId: null, outcome: null },
    ]);

    const { id } = await api.db.ownershipReassignment.update({
      where: { id: (await api.db.ownershipReassignment.findFirstOrThrow({ where: { workspaceId: workspace.id } })).id },
      data: { effectiveAt: new Date() },
    });
    await completeReassignment({ reassignmentId: id }, api.services);
    const after = await download(successor, await logIn(api, successor));
    expect(after.data['ownership-reassignments']).toMatchObject([
      { id, toUserId: successor.id, fromUserId: null, reason: null, notifiedAt: null, outcome: 'COMPLETED' },
    ]);
    expect(after.data['actions-by-others']).toMatchObject([{ action: 'completeReassignment' }]);
    expect(Object.values(after.texts).join('')).not.toContain('burnout');
  });

  it('no sign of a change of the owner that staff cancelled, or to which the owner objected', async () => {
    const { user, workspace } = await makeFormerOwner();
    const byOthers = { actorUserId: ulid(), credential: 'session', subjectUserId: user.id, request } as const;
    const { id: workspaceId } = workspace;
    await writeAuditEntries(
      ['reassignOwnership', 'cancelReassignment', 'objectToReassignment', 'getUserForStaff', 'removeMember'].map(
        (action) => ({ ...byOthers, action, workspaceId }),
      ),
      api.services,
    );
    const { data } = await download(user, await logIn(api, user));
    expect(data['actions-by-others']).toMatchObject([{ action: 'removeMember', workspaceId }]);
  });

  it('of what the user did in a workspace that they lost, no names of others', async () => {
    const { user, owner, workspace } = await makeFormerOwner();
    const own = { actorUserId: user.id, credential: 'session', workspaceId: workspace.id, request } as const;
    const nameChange = ofUser(user.id, { from: 'Our old name', to: 'Our name' });
    await writeAuditEntries(
      [
        { ...own, action: 'removeMember', subjectUserId: owner.id, details: { email: ofUser(owner.id, owner.email) } },
        { ...own, action: 'inviteMember', details: { email: ofAddress('guest@example.com'), role: 'EDITOR' } },
        { ...own, action: 'updateWorkspace', details: { displayName: nameChange } },
      ],
      api.services,
    );
    const actions = async () => (await download(user, await logIn(api, user))).data['actions']?.slice(0, 3);
    const update = { action: 'updateWorkspace', details: { displayName: { from: 'Our old name', to: 'Our name' } } };
    expect(await actions()).toMatchObject([
      { action: 'removeMember', subjectUserId: null, details: { email: null }, ip: request.ip },
      { action: 'inviteMember', details: { email: null, role: 'EDITOR' } },
      update,
    ]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await actions()).toMatchObject([
      { action: 'removeMember', subjectUserId: owner.id, details: { email: owner.email } },
      { action: 'inviteMember', details: { email: 'guest@example.com' } },
      update,
    ]);
  });

  it('no present name of a token in a workspace that the user lost, where the owner can rename it', async () => {
    const { user, workspace } = await makeFormerOwner();
    const { id } = await makeApiToken(api, workspace, user, { name: 'Renamed by the owner', revokedAt: new Date() });
    const { data } = await download(user, await logIn(api, user));
    expect(data['api-tokens']).toMatchObject([{ id, name: null, revokedAt: expect.any(String) as string }]);
  });

  it('no details of emails that are not sent yet, and no messages from Stripe to the operator', async () => {
    const user = await makeUser(api);
    const actorId = ulid();
    const details = { workspaceId: ulid(), actorId };
    await api.db.accountEmail.create({
      data: { id: ulid(), userId: user.id, kind: 'memberRemoved', recipient: user.email, details },
    });
    const customerId = `cus_${user.id}`;
    await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId } });
    await api.db.stripeEvent.create({
      data: {
        id: `evt_${user.id}`,
        type: 'customer.updated',
        customerId,
        payload: '{"description":"a note of staff"}',
      },
    });
    const { data, texts } = await download(user, await logIn(api, user));
    expect(data['pending-emails']).toMatchObject([{ kind: 'memberRemoved', recipient: user.email }]);
    expect(data['stripe-events']).toMatchObject([{ type: 'customer.updated' }]);
    expect(Object.values(texts).join('')).not.toMatch(`${actorId}|a note of staff`);
  });
});

describe('a user who downloads their data', () => {
  const exportAs = ({ id }: User, credentials: Credentials) => api.send('GET', `/users/${id}/export`, credentials);
  const lease = (userId: string) => api.db.accountExport.findUnique({ where: { userId } });
  const waitForLease = ({ id }: User, isTaken: boolean) =>
    pollUntil(
      () => lease(id),
      (row) => (row !== null) === isTaken,
    );

  it('runs one download at a time, on any replica', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const credentials = await logIn(api, user);
    await acquireExportLease(user.id, api.services);
    const response = await exportAs(user, credentials);
    expect([response.status, response.body]).toMatchObject([409, { error: { type: 'ExportInProgress' } }]);
    await download(other, await logIn(api, other));
    await api.db.accountExport.update({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    await download(user, credentials);
    expect(await lease(user.id)).toBeNull();
  });

  it('can start another when the connection of the first breaks off', async () => {
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const server = await startRawHttpServer(api.app);
    const { unlocked } = await lockTable(1);
    const client = server.get(`/users/${user.id}/export`, { Cookie: cookie, [requestUlidHeader]: ulid() });
    await client.take(100);
    expect(await lease(user.id)).not.toBeNull();
    client.hangUp();
    await unlocked;
    await waitForLease(user, false);
    await server.close();
  });

  it('ends a download that another one has replaced, because its client read almost nothing', async () => {
    const user = await makeUser(api);
    const first = await acquireExportLease(user.id, api.services);
    async function* parts() {
      yield* ['a', 'b', 'c'];
    }
    const download = withExportLease(first, parts(), api.services);
    const clock = jest.spyOn(performance, 'now');
    try {
      expect(await download.next()).toMatchObject({ value: 'a' });
      clock.mockReturnValue(performance.now() + 11_000);
      expect(await download.next()).toMatchObject({ value: 'b' });
      expect((await lease(user.id))?.id).toBe(first);
      await api.db.accountExport.update({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
      const second = await acquireExportLease(user.id, api.services);
      clock.mockReturnValue(performance.now() + 22_000);
      await expect(download.next()).rejects.toMatchObject({ type: 'ExportInProgress' });
      expect((await lease(user.id))?.id).toBe(second);
    } finally {
      clock.mockRestore();
    }
  });

  it('gets no more once the session has ended', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const { unlocked } = await lockTable(1.5);
    const sent = exportAs(user, credentials).then(
      () => 'complete',
      (error: Error) => error.message,
    );
    await waitForLease(user, true);
    await api.db.session.deleteMany({ where: { userId: user.id } });
    await unlocked;
    expect(await sent).toBe('aborted');
    await waitForLease(user, false);
  });

  /** Makes each export wait for one of its last tables, and returns the end of the wait. */
  async function lockTable(seconds: number): Promise<{ unlocked: Promise<unknown> }> {
    const unlocked = api.asOwner(`BEGIN; LOCK TABLE known_devices; SELECT pg_sleep(${seconds}); COMMIT`);
    await pollUntil(
      () => api.asOwner(`SELECT FROM pg_locks WHERE relation = 'known_devices'::regclass AND granted`),
      (locks) => locks.length > 0,
    );
    return { unlocked };
  }
});

it('every column of every table is exported or has a reason why not', async () => {
  const columns = await api.services.pool.query<{ table: string; columns: string }>(`
    SELECT table_name AS "table", count(*)::int AS columns FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name NOT IN ('_prisma_migrations', 'migrations') GROUP BY table_name`);
  const counts = columns.rows.map((row) => row.columns);
  const decided = Object.values(exportedColumns).map((decisions) => Object.keys(decisions).length);
  const ascending = (numbers: readonly unknown[]) => numbers.map(Number).sort((one, other) => one - other);
  expect(ascending(decided)).toEqual(ascending(counts));
});

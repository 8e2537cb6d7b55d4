import { ulid } from 'ulid';
import { exportedColumns } from '../../../../src/features/accounts/export/personal-data.ts';
import { writeAuditEntries } from '../../../../src/request/audit/write-entries.ts';
import { downloadExport } from '../../../support/account-export.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeTerminalLogin,
  makeUser,
  makeWorkspace,
  proveMailbox,
} from '../../../support/builders.ts';
import { anInvoice } from '../../../support/invoices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const download = (user: { id: string }, credentials: Credentials) => downloadExport(api, user, credentials);

const request = { id: 'a-request', ip: '203.0.113.9', userAgent: 'Firefox' };

describe('the export of an account', () => {
  it('contains what is stored about the user, as JSON and as CSV', async () => {
    const user = await makeUser(api, {
      auth0Id: `email|${ulid()}`,
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
    const { sessionId } = await makeTerminalLogin(api, user, { host: 'ada-laptop' });
    await api.db.tosAgreement.create({ data: { userId: user.id, versionId: '2024-09-25', ip: '203.0.113.7' } });
    await api.db.termsEmail.create({ data: { userId: user.id, versionId: '2024-09-25', days: 7 } });
    await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId: `cus_${user.id}` } });
    await api.db.invoice.create({ data: { ...anInvoice(), userId: user.id } });
    await api.db.billingAccount.update({
      where: { userId: user.id },
      data: { cardBrand: 'visa', cardLast4: '4242' },
    });
    await api.db.billingEmail.create({ data: { userId: user.id, kind: 'paused', subject: 'sub_1' } });
    await api.db.stripeEvent.create({
      data: { id: `evt_${user.id}`, type: 'customer.updated', customerId: `cus_${user.id}`, payload: '{}' },
    });
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(user.email) } });
    const own = { action: 'updateProfile', actor: { userId: user.id }, credential: 'session', request } as const;
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
    expect(data['sessions']).toHaveLength(2);
    expect(data['terminal-logins']).toMatchObject([{ sessionId, clientId: 'portal-cli', host: 'ada-laptop' }]);
    expect(texts['terminal-logins.csv']).not.toMatch(/hash|chain/i);
    expect(data['memberships']).toEqual([expect.objectContaining({ workspaceId: workspace.id, role: 'OWNER' })]);
    expect(data['created-workspaces']).toEqual([expect.objectContaining({ displayName: 'Ours' })]);
    expect(data['api-tokens']).toEqual([expect.objectContaining({ id: tokenId, name: 'deploy' })]);
    expect(data['billing']).toEqual([
      expect.objectContaining({ email: user.email, cardBrand: 'visa', cardLast4: '4242' }),
    ]);
    expect(data['billing-emails']).toEqual([expect.objectContaining({ kind: 'paused', subject: 'sub_1' })]);
    expect(data['terms-emails']).toEqual([expect.objectContaining({ versionId: '2024-09-25', days: 7 })]);
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

  it('contains what a token of the user can do and how it was used, and what a service account did to the user', async () => {
    const [user, owner] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, user, 'EDITOR');
    const used = { lastUsedNetwork: '203.0.113.0/24', lastUsedClient: 'curl' };
    const grants = { scopes: ['members:read'], networks: ['203.0.113.0/24'] };
    const { id } = await makeApiToken(api, workspace, user, { ...grants, ...used });
    const { id: serviceAccountId } = await makeServiceAccount(api, workspace);
    const event = { actor: { serviceAccountId }, credential: 'api', subjectUserId: user.id, request } as const;
    await writeAuditEntries([{ ...event, action: 'changeMemberRole', workspaceId: workspace.id }], api.services);
    const { data } = await download(user, await logIn(api, user));
    expect(data['api-tokens']).toMatchObject([{ id, ...grants, ...used, serviceAccountId: null, replacedAt: null }]);
    expect(data['service-accounts']).toEqual([]);
    expect(data['actions-by-others']).toMatchObject([{ action: 'changeMemberRole', workspaceId: workspace.id }]);
  });

  it('names no customer in what a former staff member did', async () => {
    const [former, customer] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, customer);
    const own = { actor: { userId: former.id }, credential: 'session', subjectUserId: customer.id, request } as const;
    const details = { email: customer.email };
    await writeAuditEntries(
      [
        { ...own, action: 'quarantineUser', workspaceId: workspace.id, details },
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
    const byColleague = { action: 'changeMemberRole', actor: { userId: colleague.id }, credential: 'session' } as const;
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

  it('contains what is about the mailbox only after a login with the verified address that proves it', async () => {
    const user = await makeUser(api, { auth0Id: `email|${ulid()}`, emailVerified: false });
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(user.email) } });
    const stopped = async (credentials: Credentials) =>
      (await download(user, credentials)).data['stopped-invitation-emails']?.length;
    const earlierLogin = await logIn(api, user);
    expect(await stopped(earlierLogin)).toBe(0);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    expect([await stopped(earlierLogin), await stopped(await logIn(api, user))]).toEqual([0, 1]);
    const withPassword = await makeUser(api, { email: user.email });
    const { data } = await download(withPassword, await logIn(api, withPassword));
    expect(data['stopped-invitation-emails']).toEqual([]);
  });

  it('contains the invitations that the user sent, and of those to the address the ones whose link they opened', async () => {
    const user = await makeUser(api);
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const inviterId = owner.id;
    const received = await makeInvitation(api, workspace, { email: user.email, inviterId });
    const hidden = await makeWorkspace(api, owner);
    await makeInvitation(api, hidden, { email: user.email, inviterId });
    const sent = await makeInvitation(api, workspace, { inviterId: user.id });
    await makeInvitation(api, workspace);
    const readExport = async () => (await download(user, await logIn(api, user))).data;
    const before = await readExport();
    expect(before['sent-invitations']?.map(({ id }) => id)).toEqual([sent.id]);
    expect(JSON.stringify(before)).not.toContain(hidden.id);
    await proveMailbox(api, received, user);
    const after = await readExport();
    expect(after['received-invitations']?.map(({ id }) => id)).toEqual([received.id]);
    expect(after['proofs-of-mailboxes']).toMatchObject([{ invitationId: received.id }]);
    expect(JSON.stringify(after)).not.toContain(hidden.id);
  });

  it('contains every entry of a long audit log', async () => {
    const user = await makeUser(api);
    const entry = { action: 'updateProfile', actor: { userId: user.id }, credential: 'session', request } as const;
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

it('every column of every table is exported or has a reason why not', async () => {
  const columns = await api.services.pool.query<{ table: string; columns: string }>(`
    SELECT table_name AS "table", count(*)::int AS columns FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name NOT IN ('_prisma_migrations', 'migrations') GROUP BY table_name`);
  const counts = columns.rows.map((row) => row.columns);
  const decided = Object.values(exportedColumns).map((decisions) => Object.keys(decisions).length);
  const ascending = (numbers: readonly unknown[]) => numbers.map(Number).sort((one, other) => one - other);
  expect(ascending(decided)).toEqual(ascending(counts));
});

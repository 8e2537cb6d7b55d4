import { readFile } from 'node:fs/promises';
import { ulid } from 'ulid';
import { writeAuditEntries } from '../../src/request/audit/write-entries.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { purgeExpired } from '../../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { readAuditEntries } from '../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../support/builders.ts';
import { sqlStateOf } from '../support/database.ts';
import { openTransaction, waitForLock } from '../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    DELETED_WORKSPACE_RETENTION_DAYS: '45',
    EXPIRED_TOKEN_RETENTION_DAYS: '10',
    AUDIT_ADDRESS_RETENTION_DAYS: '60',
  });
});
afterAll(() => api.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function makeDeletedWorkspace(deletedAt: Date) {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, await makeUser(api), 'EDITOR');
  const token = await makeApiToken(api, workspace, owner, { revokedAt: deletedAt });
  await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt } });
  return { workspaceId: workspace.id, tokenId: token.id };
}

/** The row of docs/operating/retention.md that says how long the rows of a table are kept. */
const documentedData: Readonly<Record<Prisma.ModelName, string>> = {
  User: 'accounts',
  Session: 'sessions',
  TerminalLogin: 'sessions',
  TerminalRequest: 'login attempts, codes, rate-limit counters',
  LoginAttempt: 'login attempts, codes, rate-limit counters',
  TermsVersion: 'versions of the terms and when the API first had them',
  TermsEmail: 'records of emails about new terms',
  TosAgreement: 'accepted terms',
  Workspace: 'deleted workspaces, members and tokens',
  WorkspaceRevision: 'deleted workspaces, members and tokens',
  WorkspaceSequence: 'deleted workspaces, members and tokens',
  Membership: 'deleted workspaces, members and tokens',
  OwnershipOffer: 'ownership offers and changes by staff',
  OwnershipReassignment: 'ownership offers and changes by staff',
  Webhook: 'deleted workspaces, members and tokens',
  WebhookDelivery: 'the log of webhook deliveries',
  ServiceAccount: 'deleted workspaces, members and tokens',
  AuthToken: 'API tokens and instance tokens',
  ConnectCode: 'login attempts, codes, rate-limit counters',
  InstanceToken: 'API tokens and instance tokens',
  IdempotencyKey: 'responses stored for retries',
  Invitation: 'invitations, their links and proofs of mailboxes',
  InvitationIntent: 'login attempts, codes, rate-limit counters',
  InvitationLink: 'invitations, their links and proofs of mailboxes',
  InvitationProof: 'invitations, their links and proofs of mailboxes',
  PreProvisionedUserLink: 'links to prepared workspaces (a hash)',
  InvitationEmail: 'records of sent invitation emails',
  SuppressedAddress: 'mailboxes that stopped invitations (keyed hash)',
  AccountEmail: 'account emails that could not be sent',
  MutedEmail: 'optional emails that users turned off',
  KnownDevice: 'browsers a user logged in with (a hash)',
  AccountExport: 'exports of accounts that run (an id)',
  AccountDeletion: 'deletions of accounts (a random id, times)',
  RateLimit: 'login attempts, codes, rate-limit counters',
  PersonalKey: 'other addresses in the audit log',
  AuditEntry: 'audit entries',
  BillingAccount: 'billing details, a copy of Stripe’s, and records of billing emails',
  Invoice: 'billing details, a copy of Stripe’s, and records of billing emails',
  BillingContact: 'billing contacts that were removed or did not confirm',
  BillingContactEmail: 'billing contacts that were removed or did not confirm',
  BillingEmail: 'billing details, a copy of Stripe’s, and records of billing emails',
  StripeEvent: 'applied Stripe events',
};

it('the page about retention has a row for the data of each table', async () => {
  const page = await readFile(new URL('../../../../docs/operating/retention.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (.+?) +\| .+ \| .* \|$/gm)].map(([, data]) => data);
  expect(Object.values(documentedData).filter((data) => !rows.includes(data))).toEqual([]);
});

describe('the purge', () => {
  it('erases a deleted workspace with its members and tokens after the retention period', async () => {
    const { workspaceId, tokenId } = await makeDeletedWorkspace(daysAgo(46));
    await purgeExpired(api.services);
    expect(await api.db.workspace.count({ where: { id: workspaceId } })).toBe(0);
    expect(await api.db.membership.count({ where: { workspaceId } })).toBe(0);
    expect(await api.db.authToken.count({ where: { id: tokenId } })).toBe(0);
  });

  it('erases the address of a billing contact 30 days after the last email to it that was not confirmed', async () => {
    const { id: userId } = await makeUser(api);
    const contacts = {
      'old@example.com': { sentAt: daysAgo(31) },
      'asked-again@example.com': { createdAt: daysAgo(60), sentAt: daysAgo(29) },
      'confirmed@example.com': { sentAt: daysAgo(31), confirmedAt: daysAgo(31) },
      'stopped@example.com': { sentAt: daysAgo(31), removedAt: daysAgo(29), isUnsubscribed: true },
      'removed@example.com': { sentAt: daysAgo(40), confirmedAt: daysAgo(40), removedAt: daysAgo(31) },
    };
    const data = Object.entries(contacts).map(([email, dates]) => ({ id: ulid(), userId, email, ...dates }));
    await api.db.billingContact.createMany({ data });
    await purgeExpired(api.services);
    const left = await api.db.billingContact.findMany({ where: { userId }, orderBy: { email: 'asc' } });
    expect(left.map(({ email }) => email)).toEqual([
      'asked-again@example.com',
      'confirmed@example.com',
      'stopped@example.com',
    ]);
  });

  it('keeps a workspace that is not deleted or was deleted recently', async () => {
    const { workspaceId } = await makeDeletedWorkspace(daysAgo(44));
    const live = await makeWorkspace(api, await makeUser(api), { createdAt: daysAgo(1_000) });
    await purgeExpired(api.services);
    expect(await api.db.workspace.count({ where: { id: { in: [workspaceId, live.id] } } })).toBe(2);
    expect(await api.db.membership.count({ where: { workspaceId } })).toBe(2);
  });

  it('keeps a workspace that staff restore at the same time', async () => {
    const { workspaceId } = await makeDeletedWorkspace(daysAgo(46));
    const restoring = await openTransaction(api, 'UPDATE workspaces SET deleted_at = NULL WHERE id = $1', [
      workspaceId,
    ]);
    const purging = purgeExpired(api.services);
    await waitForLock(api, 'workspaces');
    await restoring.end('COMMIT');
    await purging;
    expect(await api.db.workspace.count({ where: { id: workspaceId, deletedAt: null } })).toBe(1);
    expect(await api.db.membership.count({ where: { workspaceId } })).toBe(2);
  });

  it('erases a token after the retention period, counted from its expiry even if it was revoked earlier', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const makeToken = async (expiredDays: number, revokedAt: Date | null = null) =>
      (await makeApiToken(api, workspace, owner, { expiresAt: daysAgo(expiredDays), revokedAt })).id;
    const old = await makeToken(11);
    const recent = await makeToken(9);
    const remaining = [recent, await makeToken(-1), await makeToken(-1, daysAgo(300))];
    const { id: sessionId } = await sessionOf(api, await logIn(api, owner));
    const instanceToken = { workspaceId: workspace.id, userId: owner.id, sessionId };
    await api.db.instanceToken.createMany({
      data: [
        { ...instanceToken, id: old, expiresAt: daysAgo(11) },
        { ...instanceToken, id: recent, expiresAt: daysAgo(9) },
      ],
    });
    await purgeExpired(api.services);
    const rest = await api.db.authToken.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'asc' } });
    expect(rest.map(({ id }) => id)).toEqual(remaining);
    const instanceTokens = await api.db.instanceToken.findMany({ where: { workspaceId: workspace.id } });
    expect(instanceTokens.map(({ id }) => id)).toEqual([recent]);
  });

  it('keeps a replaced token as long as others after its end, and erases a chain from either end', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const makeToken = async (expiredDays: number, replacedById: string | null = null) =>
      (
        await makeApiToken(api, workspace, owner, {
          expiresAt: daysAgo(expiredDays),
          ...(replacedById !== null && { replacedById, replacedAt: daysAgo(expiredDays + 1) }),
        })
      ).id;
    const live = await makeToken(-1);
    const recent = await makeToken(9, live);
    await makeToken(11, recent);
    // The successor had the shorter life, by the policy of the workspace.
    const endedFirst = await makeToken(11);
    const outlived = await makeToken(9, endedFirst);
    await purgeExpired(api.services);
    const rest = await api.db.authToken.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'asc' } });
    expect(rest.map(({ id, replacedById }) => [id, replacedById])).toEqual([
      [live, null],
      [recent, live],
      [outlived, null],
    ]);
  });

  it('keeps a deleted service account, so that its name stays reserved, until its workspace is erased', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { id } = await makeServiceAccount(api, workspace, { deletedAt: daysAgo(400) });
    await purgeExpired(api.services);
    expect(await api.db.serviceAccount.count({ where: { id } })).toBe(1);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: daysAgo(46) } });
    await purgeExpired(api.services);
    expect(await api.db.serviceAccount.count({ where: { id } })).toBe(0);
  });

  it('erases an invitation 30 days after it ended or expired', async () => {
    const owner = await makeUser(api);
    const { id: workspaceId } = await makeWorkspace(api, owner);
    const invite = async (name: string, dates: { expiresAt: Date; acceptedAt?: Date; declinedAt?: Date }) => {
      const invitation = { id: ulid(), workspaceId, email: `${name}@example.com`, role: 'EDITOR', ...dates } as const;
      await api.db.invitation.create({ data: invitation });
    };
    await invite('expired', { expiresAt: daysAgo(31) });
    await invite('declined', { expiresAt: daysAgo(25), declinedAt: daysAgo(31) });
    await invite('accepted', { expiresAt: daysAgo(25), acceptedAt: daysAgo(31) });
    await invite('pending', { expiresAt: daysAgo(-1) });
    await invite('recently-expired', { expiresAt: daysAgo(29) });
    await invite('recently-declined', { expiresAt: daysAgo(28), declinedAt: daysAgo(29) });
    await purgeExpired(api.services);
    const rest = await api.db.invitation.findMany({ where: { workspaceId }, orderBy: { expiresAt: 'desc' } });
    expect(rest.map(({ email }) => email.replace('@example.com', ''))).toEqual([
      'pending',
      'recently-declined',
      'recently-expired',
    ]);
  });

  it('erases the address and the browser of an old audit entry, and nothing else', async () => {
    const actor = await makeUser(api);
    const entry = {
      action: 'login',
      actor: { userId: actor.id },
      credential: 'session',
      details: { found: 1 },
    } as const;
    const request = { ip: '203.0.113.9', userAgent: 'Firefox' };
    const ids = ['recent', 'old'];
    await writeAuditEntries(
      ids.map((id) => ({ ...entry, request: { id, ...request } })),
      api.services,
    );
    await api.asOwner(`
      ALTER TABLE audit_entries DISABLE TRIGGER USER;
      UPDATE audit_entries SET occurred_at = now() - make_interval(days => CASE request_id WHEN 'old' THEN 61 ELSE 59 END)
      WHERE actor_user_id = '${actor.id}';
      ALTER TABLE audit_entries ENABLE TRIGGER USER`);
    const entries = () =>
      api.db.auditEntry.findMany({ where: { actorUserId: actor.id }, orderBy: { occurredAt: 'desc' } });
    const [recent, old] = await entries();
    await purgeExpired(api.services);
    expect(await entries()).toEqual([recent, { ...old, ip: null, userAgent: null }]);
  });

  it('destroys the keys of addresses from months that are past the period, and no others', async () => {
    const { id: userId } = await makeUser(api);
    await api.asOwner(`
      INSERT INTO personal_keys (user_id, created_at) VALUES ('${userId}', now() - interval '10 years');
      INSERT INTO personal_keys (address_hash, month)
      SELECT 'months-ago-' || n, date_trunc('month', now() AT TIME ZONE 'UTC')::date - make_interval(months => n)
      FROM unnest(array[0, 1, 4, 5]) n`);
    const keys = async () =>
      (await api.db.personalKey.findMany({ where: { userId: null }, orderBy: { month: 'desc' } })).map(
        ({ addressHash }) => addressHash,
      );
    await purgeExpired(api.services);
    expect(await keys()).toEqual(['months-ago-0', 'months-ago-1']);
    expect(await api.db.personalKey.count({ where: { userId } })).toBe(1);
    await api.services.pool.query(`SELECT erase_address_keys(now() + interval '1 year', 100)`);
    expect(await keys()).toContain('months-ago-0');
  });

  it('cannot erase an address of the last 30 days, even with a wrong period', async () => {
    const actor = await makeUser(api);
    const request = { id: 'a-request', ip: '203.0.113.9', userAgent: null };
    await writeAuditEntries(
      [{ action: 'login', actor: { userId: actor.id }, credential: 'session', request }],
      api.services,
    );
    const erasing = api.services.pool.query(`SELECT erase_audit_addresses(now() + interval '1 day', 10)`);
    expect(await sqlStateOf(erasing)).toBe('AUDIT');
    expect(await readAuditEntries(api, { actorUserId: actor.id })).toMatchObject([{ ip: request.ip }]);
  });
});

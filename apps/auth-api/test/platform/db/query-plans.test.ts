import { calls, type Call } from '@portal/contract';
import { seedDatabase, withoutSearchIndexes } from '../../support/seed-database.ts';
import { createFixture, pathOf, type Fixture } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { firstAuditPartition } from '../../support/audit-log.ts';
import {
  logIn,
  makeApiToken,
  makeUser,
  makeWaitingDevice,
  makeWorkspace,
  proveMailbox,
} from '../../support/builders.ts';
import { expectRevoked, postTokens } from '../../support/oauth-client.ts';
import { makeOwnershipOffer, makeReassignment } from '../../support/ownership.ts';
import { recordStatements } from '../../support/recorded-statements.ts';
import { validBodies, validQueries } from '../../support/valid-input.ts';

const seedSize = { users: 6_000, workspaces: 12_000 };
/** Fills the growing tables that the seed does not fill. */
const seedStatements = [
  `INSERT INTO instance_tokens (id, workspace_id, user_id, session_id, expires_at)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), '01S' || lpad(n::text, 23, '0'),
     now() + interval '1 day'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO connect_codes (code_hash, workspace_id, user_id, session_id, instance_url, expires_at)
   SELECT 'code' || n, '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), '01S' || lpad(n::text, 23, '0'),
     'https://app.systeminit.com', now() + interval '1 hour'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO idempotency_keys (principal_id, call, key, payload_hash)
   SELECT '01A' || lpad(n::text, 23, '0'), 'createWorkspace', 'ulid' || n, 'hash' FROM generate_series(1, 6000) n`,
  `INSERT INTO rate_limits (key, points, expire) SELECT 'call:' || n, 1, 0 FROM generate_series(1, 6000) n`,
  `INSERT INTO billing_accounts (user_id, email)
   SELECT '01A' || lpad(n::text, 23, '0'), 'a@example.com' FROM generate_series(1, 6000) n`,
  `INSERT INTO invitations (id, workspace_id, email, role, expires_at)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), n || '@example.com', 'EDITOR', now() + interval '1 day'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO ownership_offers (id, workspace_id, from_user_id, to_user_id, expires_at)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), '01B', now() + interval '1 day'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO ownership_reassignments (id, workspace_id, from_user_id, to_user_id, requested_by_id, reason)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), '01B', '01C', 'A reason'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO service_accounts (id, workspace_id, name, role)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), 'Deploy', 'EDITOR' FROM generate_series(1, 6000) n`,
  `INSERT INTO workspace_sequences (workspace_id, sequence)
   SELECT '01W' || lpad(n::text, 23, '0'), n FROM generate_series(1, 6000) n`,
  `INSERT INTO personal_keys (user_id) SELECT '01A' || lpad(n::text, 23, '0') FROM generate_series(1, 3000) n`,
  `INSERT INTO personal_keys (address_hash, month) SELECT 'address' || n, now() FROM generate_series(1, 3000) n`,
  `INSERT INTO invitation_links (token_hash, invitation_id)
   SELECT 'token' || n, lpad(n::text, 26, '0') FROM generate_series(1, 6000) n`,
  `INSERT INTO invitation_proofs (invitation_id, user_id)
   SELECT lpad(n::text, 26, '0'), '01A' || lpad(n::text, 23, '0') FROM generate_series(1, 6000) n`,
];
const growingTables = [
  ...['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements'],
  ...['instance_tokens', 'connect_codes', 'idempotency_keys', 'rate_limits', 'billing_accounts'],
  ...['invitations', 'invitation_links', 'invitation_proofs', 'ownership_offers', 'ownership_reassignments'],
  ...['personal_keys', 'service_accounts', 'workspace_sequences'],
];

/** Disables triggers and foreign keys, which this test does not need. */
const withoutTriggers = 'SET session_replication_role = replica;';

let api: TestApi;
beforeAll(async () => {
  // With one connection, the counted scans are those of the call.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, () => seedDatabase((sql) => api.asOwner(sql), seedSize));
  for (const statement of seedStatements) await api.asOwner(`${withoutTriggers} ${statement}`);
  await api.asOwner('VACUUM ANALYZE');
}, 120_000);
afterAll(() => api.close());

/** The number of sequential scans of each growing table so far. */
async function countScans(): Promise<Record<string, string>> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ table: string; scans: string }>(
    'SELECT relname AS table, seq_scan AS scans FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [[...growingTables, await firstAuditPartition((sql) => api.asOwner(sql))]],
  );
  return Object.fromEntries(rows.map(({ table, scans }) => [table, scans]));
}

async function sendValid(name: string, call: Call, on: Fixture) {
  const request = api.send(call.method, pathOf(call, on), on.credentials).query(validQueries[name]?.(on) ?? {});
  const body = validBodies[name]?.(on, api.services.legal.currentVersionId);
  return body ? request.send(body) : request;
}

// Without calls that need a provider. Other calls run the same queries. admin/query-plans covers the reads of staff.
const testedCalls = Object.entries(calls).filter(
  ([, call]) => ['authenticated', 'self', 'member', 'staff'].includes(call.access.who) && !('upstream' in call),
);
const userCalls = testedCalls.filter(([, call]) => call.access.who !== 'staff');
const writes = testedCalls.filter(([, call]) => call.method !== 'GET');
/** How many statements a read may run, if it combines several lists. */
const maxStatements: Readonly<Record<string, number>> = {
  // The keys of their values, actors, subjects and tokens.
  listWorkspaceAuditEntries: 6,
  // Invitations and what staff prepared, offers with workspaces and owners, tokens, the subscription, an invoice, and other logins.
  getAttention: 10,
  // What everyone sees, the newest entries of the activity with what belongs to them, and the transaction that counts its days.
  getWorkspaceOverview: 12,
  // What staff prepared for the address.
  listMyInvitations: 3,
  // The instances of the sessions, and the API tokens to review.
  listSessions: 4,
  // The workspaces and their owners.
  listOwnershipOffers: 4,
  // The pending change of the owner, for the owner, and its new owner.
  getOwnershipOffer: 4,
  // Tokens, instance sessions and service accounts, each as a count and the first of a list, with names, the ownership offer, and the webhooks.
  getWorkspaceCredentials: 13,
  // With the invitations that the member sent, the tokens of service accounts that the member created, and those that a transfer limits.
  getMemberCredentials: 20,
  // With the tokens of service accounts that the user owns, and those that the user created for others.
  getOwnCredentials: 25,
  // The token, what it did, and its invitations as a count and the first of a list.
  getAuthTokenActivity: 5,
  // The account, its newest invoices and one that is not paid.
  getBillingOverview: 4,
  // The webhook.
  listWebhookDeliveries: 3,
  // The owner, whose lock pauses them.
  listServiceAccounts: 3,
};
const reads = userCalls.filter(([, call]) => call.method === 'GET' && !('responseKind' in call));

/** Prepares what some calls need besides a fixture. */
const preparations: Readonly<Record<string, (on: Fixture) => Promise<Fixture>>> = {
  acceptInvitation: asInvitee,
  declineInvitation: asInvitee,
  emailInvitationLink: asInvitee,
  findDevice: withDevice,
  approveDevice: withDevice,
  denyDevice: withDevice,
  withdrawOwnershipOffer: (on) => withOffer(on),
  acceptOwnership: async (on) => withOffer({ ...on, credentials: await logIn(api, on.colleague) }),
  declineOwnership: async (on) => withOffer({ ...on, credentials: await logIn(api, on.colleague) }),
  async confirmReassignment(on) {
    await makeReassignment(api, on);
    return on;
  },
  async cancelReassignment(on) {
    await makeReassignment(api, on);
    return on;
  },
  async restoreWorkspace(on) {
    await api.asOwner(`${withoutTriggers} UPDATE workspaces SET deleted_at = now() WHERE id = '${on.workspace.id}'`);
    return on;
  },
};

/** Makes the invitation of a fixture one of the caller. */
async function asInvitee(on: Fixture): Promise<Fixture> {
  const user = await makeUser(api);
  await api.db.invitation.update({ where: { id: on.invitationId }, data: { email: user.email } });
  await proveMailbox(api, { id: on.invitationId }, user);
  return { ...on, credentials: await logIn(api, user) };
}

/** Makes a device that shows the code of the valid input. */
async function withDevice(on: Fixture): Promise<Fixture> {
  await api.db.terminalRequest.deleteMany();
  await makeWaitingDevice(api, 'WDJBMJHT');
  return on;
}

async function withOffer(on: Fixture): Promise<Fixture> {
  await makeOwnershipOffer(api, on);
  return on;
}

it.each([...reads, ...writes])('%s scans no growing table', async (name, call) => {
  const fixture = await createFixture(
    api,
    call.access.who === 'staff' ? 'staff' : name === 'leaveWorkspace' ? 'editor' : 'owner',
  );
  const on = (await preparations[name]?.(fixture)) ?? fixture;
  const before = await countScans();
  expect((await sendValid(name, call, on)).status).toBe(200);
  expect(await countScans()).toEqual(before);
});

it.each([1, 10])('the revocation by a holder scans no growing table, with %d tokens', async (count) => {
  const user = await makeUser(api, { emailVerified: true });
  const workspace = await makeWorkspace(api, user);
  const tokens = await Promise.all(Array.from({ length: count }, () => makeApiToken(api, workspace, user)));
  const before = await countScans();
  expectRevoked(
    await postTokens(
      tokens.map(({ credentials: { token = '' } }) => token),
      api,
    ),
  );
  expect(await api.db.authToken.count({ where: { workspaceId: workspace.id, revokedAt: null } })).toBe(0);
  expect(await countScans()).toEqual(before);
});

it.each(reads)('%s authenticates and authorizes with one statement, and runs few others', async (name, call) => {
  const on = await createFixture(api, 'owner');
  const statements = await recordStatements(/./, async () =>
    expect((await sendValid(name, call, on)).status).toBe(200),
  );
  expect(statements.filter(({ text }) => text.includes('FROM sessions'))).toHaveLength(name === 'listSessions' ? 2 : 1);
  expect(statements.length).toBeLessThanOrEqual(maxStatements[name] ?? 2);
  expect(statements.filter(({ text }) => /^\s*(?:INSERT|UPDATE|DELETE)/.test(text))).toEqual([]);
});

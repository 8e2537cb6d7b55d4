import { calls } from '@portal/contract';
import { seedCrowd } from './search/seed.ts';
import { stage, type Stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { statementsOf } from './support/asked-statements.ts';
import { validBodies, validQueries } from './support/valid-bodies.ts';
import { withoutSearchIndexes } from './support/without-search-indexes.ts';

const crowd = { users: 6_000, workspaces: 12_000 };
/** Tables that grow with the people who come, and are not in the crowd. */
const more = [
  `INSERT INTO instance_tokens (id, workspace_id, user_id, expires_at)
   SELECT lpad(n::text, 26, '0'), '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), now() + interval '1 day'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO connect_codes (code_hash, workspace_id, user_id, expires_at)
   SELECT 'code' || n, '01W' || lpad(n::text, 23, '0'), '01A' || lpad(n::text, 23, '0'), now() + interval '1 hour'
   FROM generate_series(1, 6000) n`,
  `INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash)
   SELECT '01A' || lpad(n::text, 23, '0'), 'createWorkspace', 'ulid' || n, 'hash' FROM generate_series(1, 6000) n`,
  `INSERT INTO rate_limits (key, points, expire) SELECT 'call:' || n, 1, 0 FROM generate_series(1, 6000) n`,
  `INSERT INTO billing_accounts (user_id, email)
   SELECT '01A' || lpad(n::text, 23, '0'), 'a@example.com' FROM generate_series(1, 6000) n`,
];
const growing = [
  ...['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements', 'audit_entries'],
  ...['instance_tokens', 'connect_codes', 'idempotency_keys', 'rate_limits', 'billing_accounts'],
];

/** Without the rules of the tables, which are not what is tried here. */
const unwatched = 'SET session_replication_role = replica;';

let api: TestApi;
beforeAll(async () => {
  // One connection, so that it is known whose reads are counted.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, () => seedCrowd((sql) => api.asOwner(sql), crowd));
  for (const statement of more) await api.asOwner(`${unwatched} ${statement}`);
  await api.asOwner('VACUUM ANALYZE');
}, 120_000);
afterAll(() => api.close());

/** How often each growing table was read from end to end so far. */
async function wholeReads(): Promise<Record<string, string>> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ table: string; reads: string }>(
    'SELECT relname AS table, seq_scan AS reads FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [growing],
  );
  return Object.fromEntries(rows.map(({ table, reads }) => [table, reads]));
}

async function ask(name: string, { method, path }: { method: string; path: string }, on: Stage) {
  const ids = { ':userId': on.subject.id, ':workspaceId': on.workspace.id, ':tokenId': on.tokenId };
  const filled = path.replace(/:\w+/g, (part) => ids[part as keyof typeof ids]);
  const request = api.send(method, filled, on.proof).query(validQueries[name]?.(on) ?? {});
  const body = validBodies[name]?.(on, api.services.legal.currentVersionId);
  return body ? request.send(body) : request;
}

// A provider is nowhere near; what such a call reads, others read, too. `staff-plans` has what staff read.
const asked = Object.entries(calls).filter(
  ([, call]) => ['signed-in', 'self', 'member', 'staff'].includes(call.access.who) && !('asks' in call),
);
const ofPeople = asked.filter(([, call]) => call.access.who !== 'staff');
const changes = asked.filter(([, call]) => call.method !== 'GET');
/** The log tells who they were and what it was done to, by two more. */
const mostAsked: Readonly<Record<string, number>> = { listWorkspaceAuditEntries: 4 };
const reads = ofPeople.filter(([, call]) => call.method === 'GET' && !('answers' in call));

it.each([...reads, ...changes])('%s reads no table that grows from end to end', async (name, call) => {
  const on = await stage(api, call.access.who === 'staff' ? 'staff' : name === 'leaveWorkspace' ? 'editor' : 'owner');
  if (name === 'restoreWorkspace')
    await api.asOwner(`${unwatched} UPDATE workspaces SET deleted_at = now() WHERE id = '${on.workspace.id}'`);
  const before = await wholeReads();
  expect((await ask(name, call, on)).status).toBe(200);
  expect(await wholeReads()).toEqual(before);
});

it.each(reads)('%s asks for who it is and whether they may by one statement, and little else', async (name, call) => {
  const on = await stage(api, 'owner');
  const statements = await statementsOf(/./, async () => expect((await ask(name, call, on)).status).toBe(200));
  expect(statements.filter(({ text }) => text.includes('FROM sessions'))).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(mostAsked[name] ?? 2);
  expect(statements.filter(({ text }) => /^\s*(?:INSERT|UPDATE|DELETE)/.test(text))).toEqual([]);
});

import { calls } from '@portal/contract';
import { seedDatabase, withoutSearchIndexes } from '../../support/seed-database.ts';
import { createFixture, type Fixture } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { firstAuditPartition } from '../../support/audit-log.ts';
import { validQueries } from '../../support/valid-input.ts';

const seedSize = { users: 6_000, workspaces: 12_000 };
const largeTables = ['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements'];

let api: TestApi;
let on: Fixture;
beforeAll(async () => {
  // With one connection, the counted scans are those of the call.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, () => seedDatabase((sql) => api.asOwner(sql), seedSize));
  on = await createFixture(api, 'staff');
}, 60_000);
afterAll(() => api.close());

/** The number of sequential scans of each large table so far. */
async function countScans(): Promise<Record<string, string>> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ table: string; scans: string }>(
    'SELECT relname AS table, seq_scan AS scans FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [[...largeTables, await firstAuditPartition((sql) => api.asOwner(sql))]],
  );
  return Object.fromEntries(rows.map(({ table, scans }) => [table, scans]));
}

const reads = Object.entries(calls).filter(([, { access, method }]) => access.who === 'staff' && method === 'GET');
/** Common, rare and missing words, prefixes and substrings. */
const searches = ['example', 'a@example.com', 'ada', 'zoe kal', 'production workspace', 'qzx qzx', 'ob', '27'];
const cases = reads.flatMap(([name, { path }]): [string, string, Record<string, string>][] => {
  if (name.startsWith('search')) return searches.map((query) => [`${name} for ${query}`, path, { query }]);
  return [[name, path, {}]];
});

it.each(cases)('%s scans no large table', async (name, path, query) => {
  const before = await countScans();
  const response = await api
    .send('GET', path.replace(':userId', on.subject.id).replace(':workspaceId', on.workspace.id), on.credentials)
    .query({ ...validQueries[name]?.(on), ...query });
  expect(response.status).toBe(200);
  expect(await countScans()).toEqual(before);
});

it('the test would notice a scan', async () => {
  const before = await countScans();
  await api.services.pool.query(`SELECT 1 FROM users WHERE nickname = 'nobody'`);
  expect(await countScans()).not.toEqual(before);
});

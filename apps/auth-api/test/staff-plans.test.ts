import { calls } from '@portal/contract';
import { seedCrowd } from './search/seed.ts';
import { stage, type Stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { validQueries } from './support/valid-bodies.ts';
import { withoutSearchIndexes } from './support/without-search-indexes.ts';

const crowd = { users: 6_000, workspaces: 12_000 };
const large = ['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements', 'audit_entries'];

let api: TestApi;
let on: Stage;
beforeAll(async () => {
  // One connection, so that it is known whose reads are counted.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, () => seedCrowd((sql) => api.asOwner(sql), crowd));
  on = await stage(api, 'staff');
}, 60_000);
afterAll(() => api.close());

/** How often each of the large tables was read from end to end so far. */
async function wholeReads(): Promise<Record<string, string>> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ table: string; reads: string }>(
    'SELECT relname AS table, seq_scan AS reads FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [large],
  );
  return Object.fromEntries(rows.map(({ table, reads }) => [table, reads]));
}

const reads = Object.entries(calls).filter(([, { access, method }]) => access.who === 'staff' && method === 'GET');
/** Common, rare and absent ones, that find all or nothing, by the beginning of words or in the midst of them. */
const searches = ['example', 'a@example.com', 'ada', 'zoe kal', 'production workspace', 'qzx qzx', 'ob', '27'];
const asked = reads.flatMap(([name, { path }]): [string, string, Record<string, string>][] => {
  if (name.startsWith('search')) return searches.map((query) => [`${name} for ${query}`, path, { query }]);
  return [[name, path, {}]];
});

it.each(asked)('%s reads no large table from end to end', async (name, path, query) => {
  const before = await wholeReads();
  const response = await api
    .send('GET', path.replace(':userId', on.subject.id).replace(':workspaceId', on.workspace.id), on.proof)
    .query({ ...validQueries[name]?.(on), ...query });
  expect(response.status).toBe(200);
  expect(await wholeReads()).toEqual(before);
});

it('such a read would be noticed', async () => {
  const before = await wholeReads();
  await api.services.pool.query(`SELECT 1 FROM users WHERE nickname = 'nobody'`);
  expect(await wholeReads()).not.toEqual(before);
});

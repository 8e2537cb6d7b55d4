import { seedCrowd } from './search/seed.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { longLists } from './support/long-lists.ts';
import { until } from './support/until.ts';
import { withoutSearchIndexes } from './support/without-search-indexes.ts';

const length = 3_000;
const pageSize = 50;
/** Rows that are read for a page beyond its own and what stands beside each: who asks, and whether they may. */
const mostBeside = 20;

let api: TestApi;
let proof: Proof;
let workspaceId: string;
beforeAll(async () => {
  // One connection, so that it is known whose reads are counted, and its statements are those that have been planned.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, async () => {
    await seedCrowd((sql) => api.asOwner(sql), { users: 2_000, workspaces: 4_000 });
    const user = await makeUser(api);
    proof = await logIn(api, user);
    workspaceId = (await makeWorkspace(api, user)).id;
    for (const statement of longLists(user.id, workspaceId, { workspaces: length, members: length, tokens: length }))
      await api.asOwner(`SET session_replication_role = replica; ${statement}`);
  });
  await api.asOwner('VACUUM ANALYZE');
  // What another connection read is counted until it is gone.
  await until(otherConnections, (count) => count === 0);
}, 120_000);
afterAll(() => api.close());

async function otherConnections(): Promise<number> {
  const { rows } = await api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

async function rowsRead(): Promise<number> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ read: string }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables',
  );
  return Number(rows[0]?.read);
}

/** What each page of a list read, until its end. */
async function readsOfPages(path: string): Promise<number[]> {
  const reads: number[] = [];
  for (let next: string | null = `${path}?limit=${pageSize}`; next !== null;) {
    const before = await rowsRead();
    const response = await api.send('GET', next, proof);
    expect(response.status).toBe(200);
    reads.push((await rowsRead()) - before);
    next = /<http:\/\/localhost:9001(\/[^>]+)>/.exec(response.get('Link') ?? '')?.[1] ?? null;
  }
  return reads;
}

it('no page of API tokens reads more of a long list than it shows', async () => {
  const reads = await readsOfPages(`/workspaces/${workspaceId}/authTokens`);
  expect(reads.length).toBeGreaterThanOrEqual(length / pageSize);
  expect(Math.max(...reads)).toBeLessThanOrEqual(pageSize + 1 + mostBeside);
});

/** PostgreSQL keeps a plan for a prepared statement once it has run five times. */
const settled = 6;

// Their order is of two tables, so a page sorts the whole list, each row of which it looks up once.
it.each([
  ['workspaces', () => '/workspaces', 3],
  ['members', () => `/workspace/${workspaceId}/members`, 2],
])('a page of %s reads each row of the list once, and nothing else', async (_list, path, tables) => {
  const reads = await readsOfPages(path());
  expect(reads.length).toBeGreaterThanOrEqual(length / pageSize);
  expect(Math.max(...reads.slice(settled))).toBeLessThanOrEqual((length + 1) * tables + mostBeside);
});

it('a list of workspaces reads one row of each table for each workspace, however many others there are', async () => {
  const guest = await makeUser(api);
  const guestships = 20;
  await api.asOwner(
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT '01W' || lpad((n * 100 + 11)::text, 23, '0'), '${guest.id}', 'EDITOR' FROM generate_series(1, ${guestships}) n`,
  );
  const asGuest = await logIn(api, guest);
  const before = await rowsRead();
  const response = await api.send('GET', '/workspaces', asGuest);
  expect(response.body).toHaveLength(guestships);
  expect((await rowsRead()) - before).toBeLessThanOrEqual(guestships * 3 + mostBeside);
});

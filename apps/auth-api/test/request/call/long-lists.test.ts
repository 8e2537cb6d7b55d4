import { longListStatements, seedDatabase, withoutSearchIndexes } from '../../support/seed-database.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

const length = 3_000;
const pageSize = 50;
/** Rows read for a page in addition to its own: the session, the user and the membership. */
const maxExtraRows = 20;

let api: TestApi;
let credentials: Credentials;
let workspaceId: string;
beforeAll(async () => {
  // One connection, so that only its own reads are counted and its prepared statements keep their plans.
  api = await startApi({ DATABASE_POOL_SIZE: '1' });
  await withoutSearchIndexes(api, async () => {
    await seedDatabase((sql) => api.asOwner(sql), { users: 2_000, workspaces: 4_000 });
    const user = await makeUser(api);
    credentials = await logIn(api, user);
    workspaceId = (await makeWorkspace(api, user)).id;
    for (const statement of longListStatements(user.id, workspaceId, {
      workspaces: length,
      members: length,
      tokens: length,
    }))
      await api.asOwner(`SET session_replication_role = replica; ${statement}`);
  });
  await api.asOwner('VACUUM ANALYZE');
  // Reads of other connections are counted until they close.
  await pollUntil(countOtherConnections, (count) => count === 0);
}, 120_000);
afterAll(() => api.close());

async function countOtherConnections(): Promise<number> {
  const { rows } = await api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

async function countRowsRead(): Promise<number> {
  await api.services.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await api.services.pool.query<{ read: string }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables',
  );
  return Number(rows[0]?.read);
}

/** The number of rows read by each page of a list. */
async function rowsReadByPage(path: string): Promise<number[]> {
  const reads: number[] = [];
  for (let next: string | null = `${path}?limit=${pageSize}`; next !== null;) {
    const before = await countRowsRead();
    const response = await api.send('GET', next, credentials);
    expect(response.status).toBe(200);
    reads.push((await countRowsRead()) - before);
    next = /<http:\/\/localhost:9001(\/[^>]+)>/.exec(response.get('Link') ?? '')?.[1] ?? null;
  }
  return reads;
}

it('a page of API tokens reads only the rows that it shows', async () => {
  const reads = await rowsReadByPage(`/workspaces/${workspaceId}/authTokens`);
  expect(reads.length).toBeGreaterThanOrEqual(length / pageSize);
  expect(Math.max(...reads)).toBeLessThanOrEqual(pageSize + 1 + maxExtraRows);
});

/** PostgreSQL caches the plan of a prepared statement after five executions. */
const pagesUntilPlanned = 6;

// These lists sort by columns of two tables, so a page sorts the whole list and reads each row once. The owners of workspaces,
// a membership and a user each, are read only for the rows of the page.
it.each([
  ['workspaces', () => '/workspaces', 3, 2],
  ['members', () => `/workspace/${workspaceId}/members`, 2, 0],
])('a page of %s reads each row of the list once, and nothing else', async (_list, path, tables, tablesOfPage) => {
  const reads = await rowsReadByPage(path());
  expect(reads.length).toBeGreaterThanOrEqual(length / pageSize);
  const rowsOfList = (length + 1) * tables;
  const rowsOfPage = (pageSize + 1) * tablesOfPage;
  expect(Math.max(...reads.slice(pagesUntilPlanned))).toBeLessThanOrEqual(rowsOfList + rowsOfPage + maxExtraRows);
});

it('a workspace list reads one row of each table per workspace, however many others exist', async () => {
  const guest = await makeUser(api);
  const membershipCount = 20;
  await api.asOwner(
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT '01W' || lpad((n * 100 + 11)::text, 23, '0'), '${guest.id}', 'EDITOR' FROM generate_series(1, ${membershipCount}) n`,
  );
  const asGuest = await logIn(api, guest);
  const before = await countRowsRead();
  const response = await api.send('GET', '/workspaces', asGuest);
  expect(response.body).toHaveLength(membershipCount);
  expect((await countRowsRead()) - before).toBeLessThanOrEqual(membershipCount * 5 + maxExtraRows);
});

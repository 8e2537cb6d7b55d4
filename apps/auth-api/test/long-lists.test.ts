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

it.each([
  ['workspaces', () => '/workspaces', 1],
  ['members', () => `/workspace/${workspaceId}/members`, 2],
  ['API tokens', () => `/workspaces/${workspaceId}/authTokens`, 1],
])('no page of %s reads more of a long list than it shows', async (_list, path, tables) => {
  const reads = await readsOfPages(path());
  expect(reads.length).toBeGreaterThanOrEqual(length / pageSize);
  expect(Math.max(...reads)).toBeLessThanOrEqual((pageSize + 1) * tables + mostBeside);
});

/** Somebody of the crowd, who was added to workspaces that all have other owners. */
const guest = `01A${'1'.padStart(23, '0')}`;
const guestships = 20;

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Readonly<Record<string, number>> }[];
}

/** The rows that the statement of a list finds for the guest, and the pages that it looks at, one looked at twice counted twice. */
async function foundForGuest(): Promise<{ rows: number; pages: number }> {
  const { rows } = await api.services.pool.query<Explained>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "workspaces-of-user" ('${guest}', 0, '', '', NULL)`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  const numberOf = (figure: string) => plan[figure] ?? Number.NaN;
  return { rows: numberOf('Actual Rows'), pages: numberOf('Shared Hit Blocks') + numberOf('Shared Read Blocks') };
}

it('a workspace is shown by the membership alone: of each row one page is looked at, however much else there is', async () => {
  await api.asOwner(
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT '01W' || lpad((n * 100 + 11)::text, 23, '0'), '${guest}', 'EDITOR' FROM generate_series(1, ${guestships}) n`,
  );
  // So that the connection has prepared it.
  expect((await api.send('GET', '/workspaces?limit=1', proof)).status).toBe(200);
  // The first time it reads the catalogue as well.
  await foundForGuest();

  const { rows, pages } = await foundForGuest();
  expect(rows).toBeGreaterThanOrEqual(guestships);
  expect(pages).toBeLessThanOrEqual(rows + 10);
});

import { AuditPage, WorkspaceAuditPage } from '@portal/contract';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { recordStatements, type Statement } from '../../support/recorded-statements.ts';
import { logIn, makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { firstAuditPartition, seedAuditLog, seeded, seededYear } from '../../support/audit-log.ts';

/** Set `AUDIT_LINES=1000000` to measure. */
const entryCount = Number(process.env['AUDIT_LINES'] ?? 150_000);
/** How many rows a page of 50 entries may read. Actions and credentials have no index with the id (docs/decisions/0048-audit-partitions.md). */
const maxRowsRead = (query: Record<string, string>) => ('action' in query || 'credential' in query ? 6_000 : 2_000);

let api: TestApi;
let staff: Credentials;
let owner: Credentials;
let partition: string;
beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).credentials;
  await makeUser(api, { id: seeded.busyUser, email: 'busy@example.com' });
  const ownerOfWorkspace = await makeUser(api);
  await makeWorkspace(api, ownerOfWorkspace, { id: seeded.busyWorkspace });
  owner = await logIn(api, ownerOfWorkspace);
  await seedAuditLog(api, entryCount);
  partition = await firstAuditPartition((sql) => api.asOwner(sql));
}, 300_000);
afterAll(() => api.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: Plan[];
}

/**
 * The scans of the partition with the entries in the query plan of a statement, with the number of rows that each one reads. The
 * other partitions are empty.
 */
async function scansOf({ text, values }: Statement): Promise<{ kind: string; isOfTable: boolean; rows: number }[]> {
  const { rows } = await api.services.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return rows.flatMap((row) =>
    steps(row['QUERY PLAN'][0].Plan)
      .filter((step) => step['Node Type'].includes('Scan') && (step['Relation Name'] ?? partition) === partition)
      .map((step) => ({
        kind: step['Node Type'],
        isOfTable: step['Relation Name'] !== undefined,
        rows: (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
      })),
  );
}

/** The most rows that a scan of the audit log, or only of its table, reads for a request, which uses no sequential scan. */
async function rowsReadBy(work: () => Promise<unknown>, { inTable = false } = {}): Promise<number> {
  const statements = await recordStatements(/FROM "public"."audit_entries"/, work);
  expect(statements).toHaveLength(1);
  const scans = (await Promise.all(statements.map(scansOf))).flat();
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.map(({ kind }) => kind)).not.toContain('Seq Scan');
  return Math.max(...scans.filter(({ isOfTable }) => isOfTable || !inTable).map(({ rows }) => rows));
}

const lateInYear = new Date(seededYear.begin + 300 * 86_400_000).toISOString();
const day = '2024-02-29';

describe('[decision.14] a page of a long audit log uses an index and reads few rows:', () => {
  it.each<[string, Record<string, string>]>([
    ['the newest entries', {}],
    ['a busy actor', { actorUserId: seeded.busyUser }],
    ['a quiet actor', { actorUserId: seeded.quietUser }],
    ['an actor, by email', { actorEmail: 'busy@example.com' }],
    ['a subject', { subjectUserId: seeded.subject }],
    ['a subject, by email', { subjectEmail: 'busy@example.com' }],
    ['a workspace', { workspaceId: seeded.workspace }],
    ['a frequent action', { action: seeded.frequentAction }],
    ['a rare action', { action: seeded.rareAction }],
    ['an action without entries', { action: 'deleteWorkspace' }],
    ['several actions', { action: `${seeded.frequentAction},inviteMember,${seeded.rareAction}` }],
    ['several rare actions', { action: `${seeded.rareAction},deleteWorkspace` }],
    ['a frequent credential', { credential: 'session' }],
    ['a rare credential', { credential: 'api' }],
    ['a credential without entries', { credential: 'instance' }],
    ['actions only', { kind: 'actions' }],
    ['reads only', { kind: 'reads' }],
    ['reads only, of a quiet actor', { kind: 'reads', actorUserId: seeded.quietUser }],
    ['from a timestamp', { from: lateInYear }],
    ['a day in the past', { from: day, to: day }],
    ['a day in the past and a frequent action', { from: day, to: day, action: seeded.frequentAction }],
    ['a busy actor and a rare action', { actorUserId: seeded.busyUser, action: seeded.rareAction }],
    ['a quiet actor and a frequent action', { actorUserId: seeded.quietUser, action: seeded.frequentAction }],
    [
      'all filters',
      { actorUserId: seeded.busyUser, action: 'login,logout', credential: 'session', from: day, to: lateInYear },
    ],
  ])('%s', async (_label, query) => {
    const search = new URLSearchParams(query).toString();
    const work = async () => AuditPage.parse((await api.send('GET', `/audit?${search}`, staff)).body);
    expect(await rowsReadBy(work)).toBeLessThan(maxRowsRead(query));
  });
});

describe('a page of the activity of a busy workspace uses an index and reads few rows:', () => {
  it.each<[string, Record<string, string>, number]>([
    ['the newest entries', {}, 60],
    ['the oldest entries', { after: '0' }, 60],
    ['the entries after a number', { after: '500' }, 60],
    ['nothing new', { after: '1000000' }, 1],
    ['a frequent group', { group: 'tokens' }, 800],
    ['a frequent group after a number', { group: 'tokens', after: '100' }, 800],
    ['an actor', { actorUserId: seeded.busyUser }, 800],
    ['a day in the past', { from: day, to: day }, 60],
  ])('%s', async (_label, query, maxRows) => {
    const search = new URLSearchParams(query).toString();
    const work = async () =>
      WorkspaceAuditPage.parse(
        (await api.send('GET', `/workspaces/${seeded.busyWorkspace}/audit?${search}`, owner)).body,
      );
    // PostgreSQL may combine the indexes of workspace and action.
    expect(await rowsReadBy(work, { inTable: true })).toBeLessThanOrEqual(maxRows);
  });
});

it('the line of 30 days in the overview of a busy workspace uses the index of workspace and id', async () => {
  const path = `/workspaces/${seeded.busyWorkspace}/overview`;
  const statements = await recordStatements(/activity-days/, async () => api.send('GET', path, owner).expect(200));
  const scans = (await Promise.all(statements.map(scansOf))).flat();
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.map(({ kind }) => kind)).not.toContain('Seq Scan');
  expect(Math.max(...scans.map(({ rows }) => rows))).toBeLessThanOrEqual(60);
});

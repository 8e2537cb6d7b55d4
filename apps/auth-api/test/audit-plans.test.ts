import { AuditPage } from '@portal/contract';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { statementsOf, type Statement } from './support/asked-statements.ts';
import { makeUser } from './support/builders.ts';
import { filled, fillAuditLog, filledYear } from './support/many-audit-lines.ts';
import { makeStaff } from './support/staff.ts';

/** `AUDIT_LINES=1000000` is for measuring. */
const lines = Number(process.env['AUDIT_LINES'] ?? 150_000);
/** Of so many lines a page of 50 may look at. */
const mostRead = 2_000;

let api: TestApi;
let staff: Proof;
beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).proof;
  await makeUser(api, { id: filled.busyPerson, email: 'busy@example.com' });
  await fillAuditLog(api, lines);
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

/** How a statement is answered, by every step that reads the log. */
async function readsOf({ text, values }: Statement): Promise<{ kind: string; rows: number }[]> {
  const { rows } = await api.services.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return rows.flatMap((row) =>
    steps(row['QUERY PLAN'][0].Plan)
      .filter((step) => step['Node Type'].includes('Scan'))
      .map((step) => ({
        kind: step['Node Type'],
        rows: (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
      })),
  );
}

const late = new Date(filledYear.begin + 300 * 86_400_000).toISOString();
const day = '2024-02-29';

describe('[decision.14] a page of a long log, by index and without reading much of it:', () => {
  it.each<[string, Record<string, string>]>([
    ['the newest', {}],
    ['who did much', { actorUserId: filled.busyPerson }],
    ['who did little', { actorUserId: filled.quietPerson }],
    ['who did it, by address', { actorEmail: 'busy@example.com' }],
    ['whom it was done to', { subjectUserId: filled.subject }],
    ['whom it was done to, by address', { subjectEmail: 'busy@example.com' }],
    ['a workspace', { workspaceId: filled.workspace }],
    ['what is done often', { action: filled.oftenAction }],
    ['what is rare', { action: filled.rareAction }],
    ['what nobody ever did', { action: 'deleteWorkspace' }],
    ['several acts', { action: `${filled.oftenAction},inviteMember,${filled.rareAction}` }],
    ['several rare ones', { action: `${filled.rareAction},deleteWorkspace` }],
    ['how most prove who they are', { credential: 'session' }],
    ['how few do', { credential: 'api' }],
    ['how nobody does', { credential: 'instance' }],
    ['what was done', { kind: 'acts' }],
    ['what was only looked at', { kind: 'looks' }],
    ['what was only looked at, by whom who did little', { kind: 'looks', actorUserId: filled.quietPerson }],
    ['from a moment on', { from: late }],
    ['a day long ago', { from: day, to: day }],
    ['a day long ago, and what is done often then', { from: day, to: day, action: filled.oftenAction }],
    ['who did much, and what is rare', { actorUserId: filled.busyPerson, action: filled.rareAction }],
    ['what is done often, by whom who did little', { actorUserId: filled.quietPerson, action: filled.oftenAction }],
    [
      'all at once',
      { actorUserId: filled.busyPerson, action: 'login,logout', credential: 'session', from: day, to: late },
    ],
  ])('%s', async (_label, query) => {
    const search = new URLSearchParams(query).toString();
    const asked = await statementsOf(/FROM "public"."audit_entries"/, async () => {
      AuditPage.parse((await api.send('GET', `/audit?${search}`, staff)).body);
    });
    expect(asked).toHaveLength(1);
    for (const statement of asked) {
      const reads = await readsOf(statement);
      expect(reads.map(({ kind }) => kind)).not.toContain('Seq Scan');
      expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThan(mostRead);
    }
  });
});

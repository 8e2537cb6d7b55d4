import { setTimeout as sleep } from 'node:timers/promises';
import { writeAuditEntries, type AuditEvent } from '../../../src/request/audit/write-entries.ts';
import { inTransaction, type DbContext } from '../../../src/platform/db/transaction.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { freshDatabase, queryOnce } from '../../support/database.ts';
import { openTransaction, waitForLock } from '../../support/lock-waits.ts';

let api: TestApi;
let event: Omit<AuditEvent, 'workspaceId'>;
let owner: User;
beforeAll(async () => {
  // A connection for each of 20 writers, and for the reader.
  api = await startApi({ DATABASE_POOL_SIZE: '25' });
  owner = await makeUser(api);
  event = {
    action: 'updateWorkspace',
    actor: { userId: owner.id },
    credential: 'session',
    request: { id: null, ip: null, userAgent: null },
  };
});
afterAll(() => api.close());

const newWorkspace = async () => (await makeWorkspace(api, owner)).id;
const write = (workspaceIds: readonly string[], context: DbContext = api) =>
  writeAuditEntries(
    workspaceIds.map((workspaceId) => ({ ...event, workspaceId })),
    context,
  );

/** The numbers of the entries of a workspace after a number, as a program reads them. */
async function readAfter(workspaceId: string, after: number, limit = 7): Promise<number[]> {
  const rows = await api.db.auditEntry.findMany({
    where: { workspaceId, sequence: { gt: after } },
    orderBy: { sequence: 'asc' },
    take: limit,
  });
  return rows.map(({ sequence }) => Number(sequence));
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the number of an audit entry', () => {
  it('counts the entries of each workspace in their order, also those of one statement', async () => {
    const [first, second] = [await newWorkspace(), await newWorkspace()];
    await write([first]);
    await write([second, first, second, first]);
    const rows = await api.db.auditEntry.findMany({
      where: { workspaceId: { in: [first, second] } },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ workspaceId, sequence }) => [workspaceId === first ? 1 : 2, Number(sequence)])).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
      [1, 3],
    ]);
  });

  it('is missing for an entry without a workspace, and for a read by staff, which leaves no gap', async () => {
    const workspaceId = await newWorkspace();
    const { credentials } = await makeStaff(api);
    await write([workspaceId]);
    await api.send('GET', `/staff/workspaces/${workspaceId}`, credentials).expect(200);
    await writeAuditEntries(
      [{ ...event, workspaceId, action: 'getWorkspaceForStaff' }, { ...event, workspaceId }, event],
      api,
    );
    const rows = await api.db.auditEntry.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
    expect(rows.map(({ action, sequence }) => [action, sequence])).toEqual([
      ['updateWorkspace', 1n],
      ['getWorkspaceForStaff', null],
      ['getWorkspaceForStaff', null],
      ['updateWorkspace', 2n],
    ]);
    expect(await api.db.auditEntry.count({ where: { workspaceId: null, sequence: { not: null } } })).toBe(0);
  });

  it('is never skipped or repeated for a reader that follows 20 writers, some slow and some that fail', async () => {
    const workspaceIds = await Promise.all(oneTo(3).map(newWorkspace));
    const [followed = ''] = workspaceIds;
    const committed = new Map(workspaceIds.map((id) => [id, 0]));
    const rollback = new Error('rolled back');
    let isWriting = true;

    const writer = async (index: number) => {
      for (let round = 0; round < 8; round++) {
        // One to three workspaces, in an order that differs among the writers.
        const turned = index % 2 === 0 ? workspaceIds : workspaceIds.toReversed();
        const written = turned.slice(0, 1 + ((index + round) % 3)).concat(followed);
        const outcome = inTransaction(api.services, async (context) => {
          // Reads its snapshot, and takes long before its entries.
          await context.db.user.findFirst();
          if (index % 3 === 0) await sleep(((index + round) % 5) * 15);
          await write(written, context);
          // Commits late, while the others wait for their numbers.
          if (index % 7 === 0) await sleep(10);
          if ((index + round) % 4 === 0) throw rollback;
        });
        const isCommitted = await outcome.then(
          () => true,
          (error: unknown) => {
            if (error !== rollback) throw error;
            return false;
          },
        );
        if (isCommitted) for (const id of written) committed.set(id, (committed.get(id) ?? 0) + 1);
      }
    };

    const seen: number[] = [];
    const reader = async () => {
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        for (let page = await readAfter(followed, seen.at(-1) ?? 0); page.length > 0;) {
          seen.push(...page);
          page = await readAfter(followed, seen.at(-1) ?? 0);
        }
      }
    };
    const reading = reader();
    await Promise.all(oneTo(20).map(writer)).finally(() => (isWriting = false));
    await reading;

    expect(seen).toEqual(oneTo(committed.get(followed) ?? 0));
    for (const id of workspaceIds) expect(await readAfter(id, 0, 1_000)).toEqual(oneTo(committed.get(id) ?? 0));
    const [deadlocks] = await api.asOwner(
      'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toEqual({ count: 0 });
  }, 60_000);

  it('waits for the transaction before it, also for the first number of a workspace', async () => {
    const workspaceId = await newWorkspace();
    const first = await openTransaction(
      api,
      'INSERT INTO workspace_sequences (workspace_id, sequence) VALUES ($1, 1)',
      [workspaceId],
    );
    const second = write([workspaceId]);
    await waitForLock(api, 'write-audit-entries');
    expect(await readAfter(workspaceId, 0)).toEqual([]);
    await first.end('ROLLBACK');
    await second;
    expect(await readAfter(workspaceId, 0)).toEqual([1]);
  });

  it('continues in a restored database', async () => {
    const workspaceId = await newWorkspace();
    await write([workspaceId, workspaceId]);
    const restored = await freshDatabase();
    try {
      // The rows, as a dump has them: in another database, by other transactions.
      for (const table of ['users', 'workspaces', 'audit_entries', 'workspace_sequences']) {
        const [dump] = await api.asOwner(`SELECT json_agg(t)::text AS rows FROM ${table} t`);
        const { rows } = dump as { rows: string };
        await queryOnce(
          restored.url,
          `SET session_replication_role = replica;
           INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, '${rows.replaceAll("'", "''")}')`,
        );
      }
      const after = await startApi({ DATABASE_URL: restored.apiUrl });
      await write([workspaceId], after);
      const rows = await after.db.auditEntry.findMany({ where: { workspaceId }, orderBy: { sequence: 'asc' } });
      await after.close();
      expect(rows.map(({ sequence }) => sequence)).toEqual([1n, 2n, 3n]);
    } finally {
      await restored.drop();
    }
  });

  it('ends with its workspace', async () => {
    const workspaceId = await newWorkspace();
    await write([workspaceId]);
    expect(await api.db.workspaceSequence.count({ where: { workspaceId } })).toBe(1);
    await api.asOwner(`DELETE FROM workspaces WHERE id = '${workspaceId}'`);
    expect(await api.db.workspaceSequence.count({ where: { workspaceId } })).toBe(0);
  });
});

import { singleRow } from '@portal/auth-api/src/platform/db/single-row.ts';
import { firstIdAt } from '@portal/auth-api/src/platform/lib/ids.ts';
import { encodedTime, firstAuditPartition } from '@portal/auth-api/test/support/audit-log.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const monthCount = 24;

/** The first instant of a month, `back` months before this one. */
function monthStart(back: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
}

/** SQL for the bound of a partition. */
const boundAt = (timeMs: number) => `'${firstIdAt(timeMs)}'`;

/** SQL for the id of a seeded row, as in `visitorStatements`. */
const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;

/** As long as an encrypted value of so many characters (request/audit/encrypt-entries.ts). */
const encrypted = (characters: number) =>
  `'personal:1:' || lpad(n::text, 26, '0') || ':' || left(repeat(md5(n::text), 9), ${Math.ceil(((characters + 28) * 4) / 3)})`;

/**
 * Adds audit entries of the 24 months before this one. A quarter is of the visitors' workspaces, a quarter of others. A month is filled as
 * a table of its own and gets its indexes when it is attached, which is several times faster than inserting into the log.
 */
export async function seedAuditLog(bench: BenchEnvironment, entryCount: number): Promise<void> {
  // The first partition contains everything up to the end of this month. It has to make room.
  const first = await firstAuditPartition((sql) => bench.asOwner(sql));
  await bench.asOwner(`
    ALTER TABLE audit_entries DETACH PARTITION ${first};
    ALTER TABLE audit_entries ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO (${boundAt(monthStart(monthCount))});
    CREATE TABLE audit_entries_this_month PARTITION OF audit_entries
      FOR VALUES FROM (${boundAt(monthStart(0))}) TO (${boundAt(monthStart(-1))})`);
  for (let back = monthCount; back > 0; back--) {
    await bench.asOwner(monthStatements(back, Math.ceil(entryCount / monthCount), bench.size));
  }
  await bench.asOwner('VACUUM ANALYZE audit_entries');
}

function monthStatements(back: number, count: number, { visitors, workspaces }: BenchEnvironment['size']): string {
  const [start, end] = [monthStart(back), monthStart(back - 1)];
  const partition = `audit_entries_seed_${back}`;
  // Rows of a table that the same transaction created are not written to the WAL.
  return `
    SET LOCAL maintenance_work_mem = '512MB';
    CREATE TABLE ${partition} (LIKE audit_entries INCLUDING DEFAULTS);
    INSERT INTO ${partition} (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details, ip,
      user_agent, request_id)
    SELECT ${encodedTime} || lpad(n::text, 16, '0'), to_timestamp(ms / 1000.0),
      (ARRAY['updateWorkspace', 'createAuthToken', 'inviteMember', 'login', 'logout'])[1 + n % 5],
      ${idOf('B', `1 + n % ${visitors}`)}, CASE WHEN n % 20 = 0 THEN 'api' ELSE 'session' END,
      CASE n % 4 WHEN 0 THEN ${idOf('X', `1 + n / 4 % ${visitors}`)} WHEN 1 THEN ${idOf('W', `1 + n * 104729 % ${workspaces}`)} END,
      CASE WHEN n % 4 = 2 THEN ${idOf('B', `1 + n * 7919 % ${visitors}`)} END,
      jsonb_build_object('email', ${encrypted(22)}), ${encrypted(12)}, ${encrypted(110)}, ${idOf('R', 'n')}
    FROM (SELECT n, ${start} + n * ${end - start}::bigint / ${count + 1} AS ms FROM generate_series(1::bigint, ${count}) n) made;
    ALTER TABLE audit_entries ATTACH PARTITION ${partition} FOR VALUES FROM (${boundAt(start)}) TO (${boundAt(end)})`;
}

/** The size of the entries and of their indexes, in bytes. */
export async function readAuditSize(bench: BenchEnvironment): Promise<{ entries: number; indexes: number }> {
  const rows = await bench.asOwner(`
    SELECT sum(pg_table_size(inhrelid))::float8 AS entries, sum(pg_indexes_size(inhrelid))::float8 AS indexes
    FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass`);
  return singleRow(rows as { entries: number; indexes: number }[]);
}

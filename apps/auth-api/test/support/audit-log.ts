import { singleRow } from '../../src/platform/db/single-row.ts';
import { decryptEntries } from '../../src/request/audit/decrypt-entries.ts';
import type { AuditEntry, Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi } from './api.ts';

/** Audit entries with their decrypted values, in the order of writing. */
export async function readAuditEntries(
  { db }: Pick<TestApi, 'db'>,
  where: Prisma.AuditEntryWhereInput = {},
): Promise<AuditEntry[]> {
  const entries = await decryptEntries(await db.auditEntry.findMany({ where, orderBy: { id: 'asc' } }), { db });
  return entries.map(({ erased: _, ...entry }) => entry);
}

/** The audit entries that `work` writes, in the order of writing. */
export async function auditEntriesOf(api: TestApi, work: () => PromiseLike<unknown>): Promise<AuditEntry[]> {
  const before = await api.db.auditEntry.findMany({ select: { id: true } });
  await work();
  return readAuditEntries(api, { id: { notIn: before.map(({ id }) => id) } });
}

/** The partition of the oldest entries. Seeded entries are there. */
export async function firstAuditPartition(query: (sql: string) => Promise<unknown[]>): Promise<string> {
  const rows = await query(
    `SELECT min(inhrelid::regclass::text) AS name FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass`,
  );
  return singleRow(rows as { name: string }[]).name;
}

const yearMs = 365 * 86_400_000;

/** The period over which `seedAuditLog` spreads the entries. */
export const seededYear = { begin: Date.UTC(2024, 0, 1), end: Date.UTC(2024, 0, 1) + yearMs };

const idOf = (name: string) => name.padStart(26, '0');

/** Frequent and rare values in a seeded audit log. */
export const seeded = {
  busyUser: idOf('P0'),
  /** Has one entry, among the oldest. */
  quietUser: idOf('QZ'),
  subject: idOf('P8'),
  workspace: idOf('W7'),
  /** One of 211 entries, with the numbers 1, 2, 3 and so on. */
  busyWorkspace: idOf('WB'),
  /** Three of five entries. */
  frequentAction: 'login',
  /** One of 50,000 entries. */
  rareAction: 'restoreWorkspace',
};

/** SQL for the time part of the ULID of a time `ms`: ten characters in Crockford's base 32. */
export const encodedTime = Array.from(
  { length: 10 },
  (_, index) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((ms >> ${(9 - index) * 5}) & 31)::int + 1, 1)`,
).join(' || ');

/** Inserts audit entries with a realistic distribution: a few users do much, and most actions are ordinary. */
export async function seedAuditLog(api: TestApi, entryCount: number): Promise<void> {
  await api.asOwner(`
    INSERT INTO audit_entries
      (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details, ip, user_agent, request_id,
        sequence)
    SELECT ${encodedTime} || lpad(i::text, 16, '0'), to_timestamp(ms / 1000.0),
      CASE WHEN i % 50000 = 1 THEN '${seeded.rareAction}' WHEN i % 5 < 3 THEN '${seeded.frequentAction}'
        ELSE (ARRAY['updateWorkspace', 'createAuthToken', 'inviteMember', 'findUsersByEmail', 'logout'])[i % 7 % 5 + 1] END,
      CASE WHEN i = 2 THEN '${seeded.quietUser}' WHEN i % 10 = 0 THEN '${seeded.busyUser}' ELSE lpad('P' || i * 7919 % 20000, 26, '0') END,
      CASE WHEN i % 100 = 3 THEN 'api' ELSE 'session' END,
      CASE WHEN i % 211 = 0 THEN '${seeded.busyWorkspace}' WHEN i % 3 = 0 THEN lpad('W' || i * 104729 % 50000, 26, '0') END,
      CASE WHEN i % 4 = 0 THEN lpad('P' || i * 15485863 % 20000, 26, '0') END,
      '{"found": 3}', '203.0.113.9', 'A browser of the usual length, with its version and its system', 'request-' || i,
      CASE WHEN i % 211 = 0 THEN i / 211 WHEN i % 3 = 0 THEN i END
    FROM (SELECT i, ${seededYear.begin} + i * ${yearMs}::bigint / ${entryCount} AS ms FROM generate_series(1::bigint, ${entryCount}) i) made`);
  await api.asOwner('ANALYZE audit_entries');
}

import type { TestApi } from './api.ts';

const yearMs = 365 * 86_400_000;

/** The year that `fillAuditLog` fills. */
export const filledYear = { begin: Date.UTC(2024, 0, 1), end: Date.UTC(2024, 0, 1) + yearMs };

const idOf = (name: string) => name.padStart(26, '0');

/** What is often and what is rare in a filled log. */
export const filled = {
  busyPerson: idOf('P0'),
  /** Did one act, at the very beginning. */
  quietPerson: idOf('QZ'),
  subject: idOf('P8'),
  workspace: idOf('W7'),
  /** Three in five. */
  oftenAction: 'login',
  /** One in fifty thousand. */
  rareAction: 'restoreWorkspace',
};

/** Crockford's base 32, as ids begin with their moment. */
const encodedTime = Array.from(
  { length: 10 },
  (_, at) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((ms >> ${(9 - at) * 5}) & 31)::int + 1, 1)`,
).join(' || ');

/** A log of so many lines, spread over a year as they would be: a few do much, most is ordinary. */
export async function fillAuditLog(api: TestApi, lines: number): Promise<void> {
  await api.asOwner(`
    INSERT INTO audit_entries
      (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details, ip, user_agent, request_id)
    SELECT ${encodedTime} || lpad(i::text, 16, '0'), to_timestamp(ms / 1000.0),
      CASE WHEN i % 50000 = 1 THEN '${filled.rareAction}' WHEN i % 5 < 3 THEN '${filled.oftenAction}'
        ELSE (ARRAY['updateWorkspace', 'createAuthToken', 'inviteMember', 'findUsersByEmail', 'logout'])[i % 7 % 5 + 1] END,
      CASE WHEN i = 2 THEN '${filled.quietPerson}' WHEN i % 10 = 0 THEN '${filled.busyPerson}' ELSE lpad('P' || i * 7919 % 20000, 26, '0') END,
      CASE WHEN i % 100 = 3 THEN 'api' ELSE 'session' END,
      CASE WHEN i % 3 = 0 THEN lpad('W' || i * 104729 % 50000, 26, '0') END,
      CASE WHEN i % 4 = 0 THEN lpad('P' || i * 15485863 % 20000, 26, '0') END,
      '{"found": 3}', '203.0.113.9', 'A browser of the usual length, with its version and its system', 'request-' || i
    FROM (SELECT i, ${filledYear.begin} + i * ${yearMs}::bigint / ${lines} AS ms FROM generate_series(1::bigint, ${lines}) i) made`);
  await api.asOwner('ANALYZE audit_entries');
}

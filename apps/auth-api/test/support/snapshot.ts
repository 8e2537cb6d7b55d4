import type { TestApi } from './api.ts';

// Beginning a login is allowed to everybody and remembers an attempt.
const tables = [
  'users',
  'sessions',
  'tos_agreements',
  'workspaces',
  'memberships',
  'auth_tokens',
  'connect_codes',
  'instance_tokens',
  'idempotency_keys',
  'billing_accounts',
  'stripe_events',
  'audit_entries',
];

/**
 * A fingerprint of all that the database holds, jobs included: whatever is written has the number of its transaction, and
 * what is deleted is missing from the count. So nothing has to be read, however much the suite has made meanwhile.
 */
export async function snapshot({ services: { pool } }: TestApi): Promise<string> {
  const digests = [...tables, 'graphile_worker._private_jobs'].map(
    (table) => `(SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM ${table})`,
  );
  const { rows } = await pool.query<{ digest: string }>(`SELECT concat_ws(', ', ${digests.join(', ')}) AS digest`);
  return rows[0]?.digest ?? '';
}

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

/** A fingerprint of all that the database holds, jobs included. */
export async function snapshot({ services: { pool } }: TestApi): Promise<string> {
  const digests = [...tables, 'graphile_worker._private_jobs'].map(
    (table) => `(SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ${table} t)`,
  );
  const { rows } = await pool.query<{ digest: string }>(`SELECT concat(${digests.join(', ')}) AS digest`);
  return rows[0]?.digest ?? '';
}

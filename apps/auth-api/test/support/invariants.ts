import type { TestApi } from './api.ts';

/** Queries for the rows that violate an invariant of the database. */
const violations: Readonly<Record<string, string>> = {
  'a live workspace without exactly one owner': `
    SELECT w.id FROM workspaces w WHERE w.deleted_at IS NULL
      AND (SELECT count(*) FROM memberships m WHERE m.workspace_id = w.id AND m.role = 'OWNER') <> 1`,
  'a user with two default workspaces': `
    SELECT user_id FROM memberships WHERE is_default GROUP BY user_id HAVING count(*) > 1`,
  'a live API token without its member, its service account or its workspace': `
    SELECT t.id FROM auth_tokens t JOIN workspaces w ON w.id = t.workspace_id
    LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
    LEFT JOIN service_accounts s ON s.id = t.service_account_id AND s.deleted_at IS NULL
    WHERE t.revoked_at IS NULL AND (coalesce(m.user_id, s.id) IS NULL OR w.deleted_at IS NOT NULL)`,
  'a live instance token without its member or its workspace': `
    SELECT t.id FROM instance_tokens t JOIN workspaces w ON w.id = t.workspace_id
    LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
    WHERE t.revoked_at IS NULL AND (m.user_id IS NULL OR w.deleted_at IS NOT NULL)`,
  'two pre-provisioned users of one address': `
    SELECT email FROM users WHERE auth0_id IS NULL GROUP BY email HAVING count(*) > 1`,
  'an invitation that ended twice': `
    SELECT id FROM invitations WHERE num_nonnulls(accepted_at, declined_at, cancelled_at) > 1`,
  'two open invitations of one address to a workspace': `
    SELECT workspace_id FROM invitations WHERE num_nonnulls(accepted_at, declined_at, cancelled_at) = 0
    GROUP BY workspace_id, email HAVING count(*) > 1`,
  'a request without a stored response': `
    SELECT key FROM idempotency_keys WHERE response IS NULL`,
};

/** The violated invariants, each with the number of rows. */
export async function violatedInvariants({ services: { pool } }: TestApi): Promise<string[]> {
  const counts = Object.entries(violations).map(
    ([rule, query]) => `SELECT '${rule}' AS rule, count(*)::int AS times FROM (${query}) offenders`,
  );
  const { rows } = await pool.query<{ rule: string; times: number }>(counts.join(' UNION ALL '));
  return rows.filter(({ times }) => times > 0).map(({ rule, times }) => `${rule} (${times})`);
}

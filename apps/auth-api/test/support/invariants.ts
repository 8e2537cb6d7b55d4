import type { TestApi } from './api.ts';

/** What must hold of the whole database at any time, as queries for what breaks it. */
const offenders: Readonly<Record<string, string>> = {
  'a live workspace without exactly one owner': `
    SELECT w.id FROM workspaces w WHERE w.deleted_at IS NULL
      AND (SELECT count(*) FROM memberships m WHERE m.workspace_id = w.id AND m.role = 'OWNER') <> 1`,
  'a person with two defaults': `
    SELECT user_id FROM memberships WHERE is_default GROUP BY user_id HAVING count(*) > 1`,
  'a live API token without its member or its workspace': `
    SELECT t.id FROM auth_tokens t JOIN workspaces w ON w.id = t.workspace_id
    LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.creator_user_id
    WHERE t.revoked_at IS NULL AND (m.user_id IS NULL OR w.deleted_at IS NOT NULL)`,
  'a live instance token without its member or its workspace': `
    SELECT t.id FROM instance_tokens t JOIN workspaces w ON w.id = t.workspace_id
    LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
    WHERE t.revoked_at IS NULL AND (m.user_id IS NULL OR w.deleted_at IS NOT NULL)`,
  'two invitations of one address': `
    SELECT email FROM users WHERE auth0_id IS NULL GROUP BY email HAVING count(*) > 1`,
  'a request that was begun and never answered': `
    SELECT request_ulid FROM idempotency_keys WHERE answer IS NULL`,
};

/** The rules that the database breaks now, each with how often; none if all is well. */
export async function brokenRules({ services: { pool } }: TestApi): Promise<string[]> {
  const counts = Object.entries(offenders).map(
    ([rule, query]) => `SELECT '${rule}' AS rule, count(*)::int AS times FROM (${query}) offenders`,
  );
  const { rows } = await pool.query<{ rule: string; times: number }>(counts.join(' UNION ALL '));
  return rows.filter(({ times }) => times > 0).map(({ rule, times }) => `${rule} (${times})`);
}

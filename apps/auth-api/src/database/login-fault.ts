import type pg from 'pg';
import { groupName } from './api-role.ts';

/** What is wrong with the login that the API has: too few rights to work, or so many that it could rewrite the log. */
export type LoginFault = 'lacks-rights' | 'may-rewrite';

const question = `
  SELECT current_user AS login, ${groupName} AS "group",
    NOT has_table_privilege(c.oid, 'INSERT') AS "lacksRights",
    has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'UPDATE')
      OR pg_has_role(c.relowner, 'MEMBER') AS "mayRewrite"
  FROM pg_class c WHERE c.oid = to_regclass('audit_entries')`;

/** Asks PostgreSQL what the API's login may do with the audit log; null where that is as it should be. */
export async function findLoginFault(
  pool: pg.Pool,
): Promise<{ fault: LoginFault; login: string; group: string } | null> {
  const { rows } = await pool.query<{ login: string; group: string; lacksRights: boolean; mayRewrite: boolean }>(
    question,
  );
  const [row] = rows;
  if (!row || (!row.lacksRights && !row.mayRewrite)) return null;
  return { fault: row.mayRewrite ? 'may-rewrite' : 'lacks-rights', login: row.login, group: row.group };
}

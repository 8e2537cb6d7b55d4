import type pg from 'pg';
import { groupName } from './api-role.ts';

/** What is wrong with the login that the API has: too few rights to work, or so many that it could rewrite evidence. */
export type LoginFault = 'lacks-rights' | 'may-rewrite';

const question = `
  SELECT current_user AS login, ${groupName} AS "group",
    bool_or(NOT has_table_privilege(c.oid, 'INSERT')) AS "lacksRights",
    bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'UPDATE')
      OR pg_has_role(c.relowner, 'MEMBER')) AS "mayRewrite"
  FROM pg_class c WHERE c.oid IN (to_regclass('audit_entries'), to_regclass('tos_agreements'))
  HAVING count(*) > 0`;

/** Asks PostgreSQL what the API's login may do with the audit log and the accepted terms; null where that is as it should be. */
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

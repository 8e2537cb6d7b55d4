import type pg from 'pg';
import { groupName } from './api-role.ts';

/**
 * What is wrong with the login that the API has: too few rights to work, or so many that it could rewrite evidence, delete
 * users or make temporary tables.
 */
export type LoginFault = 'lacks-rights' | 'may-rewrite' | 'may-delete-users' | 'may-make-temporary-tables';

const question = `
  SELECT current_user AS login, ${groupName} AS "group",
    bool_or(NOT has_table_privilege(c.oid, 'INSERT')) AS "lacksRights",
    bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'UPDATE')
      OR pg_has_role(c.relowner, 'MEMBER')) AS "mayRewrite",
    coalesce(has_table_privilege(to_regclass('users'), 'DELETE, TRUNCATE'), false) AS "mayDeleteUsers",
    has_database_privilege(current_database(), 'TEMPORARY') AS "mayMakeTemporaryTables"
  FROM pg_class c WHERE c.oid IN (to_regclass('audit_entries'), to_regclass('tos_agreements'))
  HAVING count(*) > 0`;

interface Rights {
  readonly login: string;
  readonly group: string;
  readonly lacksRights: boolean;
  readonly mayRewrite: boolean;
  readonly mayDeleteUsers: boolean;
  readonly mayMakeTemporaryTables: boolean;
}

/** Asks PostgreSQL what the API's login may do; null where that is as it should be. */
export async function findLoginFault(
  pool: pg.Pool,
): Promise<{ fault: LoginFault; login: string; group: string } | null> {
  const { rows } = await pool.query<Rights>(question);
  const [row] = rows;
  const fault = row && faultOf(row);
  return fault ? { fault, login: row.login, group: row.group } : null;
}

function faultOf({ lacksRights, mayRewrite, mayDeleteUsers, mayMakeTemporaryTables }: Rights): LoginFault | null {
  if (mayRewrite) return 'may-rewrite';
  if (lacksRights) return 'lacks-rights';
  if (mayDeleteUsers) return 'may-delete-users';
  return mayMakeTemporaryTables ? 'may-make-temporary-tables' : null;
}

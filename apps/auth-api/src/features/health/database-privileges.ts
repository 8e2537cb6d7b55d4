import type pg from 'pg';
import { groupNameSql } from '../../platform/db/migrations/grants.ts';

/**
 * What is wrong with the privileges of the API's database login: there are too few to work, or too many. With too many, a compromised
 * API could modify the audit log, its keys or the accepted terms, delete users or create temporary tables.
 */
export type PrivilegeError = 'lacks-privileges' | 'can-rewrite' | 'can-delete-users' | 'can-create-temporary-tables';

const privilegesQuery = `
  SELECT current_user AS login, ${groupNameSql} AS "group",
    bool_or(NOT c.relispartition AND NOT has_table_privilege(c.oid, 'INSERT')) AS "lacksPrivileges",
    bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'UPDATE')
      OR pg_has_role(c.relowner, 'MEMBER')) AS "canRewrite",
    coalesce(has_table_privilege(to_regclass('users'), 'DELETE, TRUNCATE'), false) AS "canDeleteUsers",
    has_database_privilege(current_database(), 'TEMPORARY') AS "canCreateTemporaryTables"
  FROM pg_class c WHERE c.oid IN (to_regclass('audit_entries'), to_regclass('tos_agreements'), to_regclass('personal_keys'))
    OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('audit_entries'))
  HAVING count(*) > 0`;

interface DatabasePrivileges {
  readonly login: string;
  readonly group: string;
  readonly lacksPrivileges: boolean;
  readonly canRewrite: boolean;
  readonly canDeleteUsers: boolean;
  readonly canCreateTemporaryTables: boolean;
}

/** Checks the privileges of the API's login; null if they are as they should be. */
export async function findPrivilegeError(
  pool: pg.Pool,
): Promise<{ error: PrivilegeError; login: string; group: string } | null> {
  const { rows } = await pool.query<DatabasePrivileges>(privilegesQuery);
  const [row] = rows;
  const error = row && privilegeErrorOf(row);
  return error ? { error, login: row.login, group: row.group } : null;
}

function privilegeErrorOf({
  lacksPrivileges,
  canRewrite,
  canDeleteUsers,
  canCreateTemporaryTables,
}: DatabasePrivileges): PrivilegeError | null {
  if (canRewrite) return 'can-rewrite';
  if (lacksPrivileges) return 'lacks-privileges';
  if (canDeleteUsers) return 'can-delete-users';
  return canCreateTemporaryTables ? 'can-create-temporary-tables' : null;
}

import type pg from 'pg';
import { singleRow } from '../single-row.ts';

/** Tables whose rows the API can insert and read, but never change or delete. */
const appendOnlyTables = ['audit_entries', 'personal_keys', 'terms_versions', 'tos_agreements'];
/** Tables that only migrations write. */
const readOnlyTables = ['_prisma_migrations', 'migrations'];
/** Tables from which the API never deletes rows directly. */
const tablesWithoutDelete = ['users', 'service_accounts'];
/** Functions with the privileges of the owner that the API calls. The others are called by triggers, which needs no privilege. */
const callableFunctions = ['create_audit_partitions', 'erase_account', 'erase_address_keys', 'erase_audit_addresses'];
const jobQueueSchema = 'graphile_worker';

/** A SQL expression for the group role of the API's logins. Roles belong to the cluster, so the name contains the database's. */
export const groupNameSql = `left(current_database(), 54) || '_auth_api'`;

/**
 * Selects the statements that give the group ($1) exactly the privileges that the API needs, whatever it had before. The job
 * queue's tables have row-level security that excludes everyone but their owner, hence the policies; in a restored database
 * the policies may belong to another group. A restored database also allows temporary tables again, and everyone to call every
 * function. The API uses partitions by their table only, so it has no privileges on them.
 */
const grantStatementsQuery = `
  WITH tables AS (
    SELECT c.oid, n.nspname AS schema, c.relname AS name, c.relrowsecurity AS has_row_security,
      c.relispartition AS is_partition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN (current_schema(), '${jobQueueSchema}') AND c.relkind IN ('r', 'p', 'v')
  ), definer_functions AS (
    SELECT p.oid::regprocedure AS signature, p.proname AS name
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = current_schema() AND p.prosecdef
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', schema, $1::text) AS statement
  FROM (SELECT DISTINCT schema FROM tables) schemas
  UNION ALL
  SELECT format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', schema, $1)
  FROM (SELECT DISTINCT schema FROM tables) schemas
  UNION ALL
  SELECT format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${jobQueueSchema} TO %I', $1)
  UNION ALL
  SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC, %I', signature, $1) FROM definer_functions
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', signature, $1) FROM definer_functions WHERE name = ANY ($5::text[])
  UNION ALL
  SELECT format('REVOKE ALL ON %I.%I FROM %I', schema, name, $1) FROM tables
  UNION ALL
  SELECT format('GRANT %4$s ON %1$I.%2$I TO %3$I', schema, name, $1,
    CASE WHEN name = ANY ($2::text[]) THEN 'SELECT, INSERT' WHEN name = ANY ($3::text[]) THEN 'SELECT'
      WHEN name = ANY ($4::text[]) THEN 'SELECT, INSERT, UPDATE'
      ELSE 'SELECT, INSERT, UPDATE, DELETE' END)
  FROM tables WHERE NOT is_partition
  UNION ALL
  SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
  UNION ALL
  SELECT format(CASE WHEN p.oid IS NULL THEN 'CREATE POLICY auth_api ON %I.%I TO %I USING (true) WITH CHECK (true)'
      ELSE 'ALTER POLICY auth_api ON %I.%I TO %I' END, schema, name, $1)
  FROM tables LEFT JOIN pg_policy p ON p.polrelid = tables.oid AND p.polname = 'auth_api'
  WHERE has_row_security AND p.polroles IS DISTINCT FROM ARRAY[to_regrole(quote_ident($1))::oid]`;

/**
 * Grants the group of the API's logins its privileges on all current tables and functions. Runs after every migration, so that no migration
 * has to grant anything. If the migration's login cannot create the group, logs what a superuser must do.
 */
export async function grantApiPrivileges(client: pg.Client, log: (message: string) => void): Promise<void> {
  const { rows: groups } = await client.query<{ name: string }>(`SELECT ${groupNameSql} AS name`);
  const group = singleRow(groups).name;
  if (!(await createGroup(group, client, log))) return;
  const { rows } = await client.query<{ statement: string }>(grantStatementsQuery, [
    group,
    appendOnlyTables,
    readOnlyTables,
    tablesWithoutDelete,
    callableFunctions,
  ]);
  // A query with several statements is one transaction.
  await client.query(rows.map(({ statement }) => statement).join(';\n'));
}

/** Returns whether the group exists afterwards. */
async function createGroup(name: string, client: pg.Client, log: (message: string) => void): Promise<boolean> {
  const existing = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (existing.rowCount === 1) return true;
  const statement = `CREATE ROLE ${client.escapeIdentifier(name)} NOLOGIN`;
  try {
    await client.query(statement);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === '42501') {
      log(
        'Could not create the role of the API’s logins: this login may not create roles. Until it exists, only the owner can ' +
          `use the tables. Have a superuser run \`${statement}\`, then run the migrations again, and give the API a login ` +
          'that is a member of that role.',
      );
      return false;
    }
    // Another process created it concurrently.
    if (code !== '42710' && code !== '23505') throw error;
  }
  return true;
}

import type pg from 'pg';

/** Tables that are evidence: the API adds to them and reads them. */
const addedTo = ['audit_entries', 'tos_agreements'];
/** Tables that only migrations write. */
const readOnly = ['_prisma_migrations', 'migrations'];
/** Tables whose rows the API never deletes by itself. */
const neverDeleted = ['users'];
const jobQueue = 'graphile_worker';

/** The group of the API's logins, in SQL. Roles belong to the whole cluster, so the name holds the database's. */
export const groupName = `left(current_database(), 54) || '_auth_api'`;

/**
 * $1 the group. Statements that give it what the API needs and nothing else, whatever it had before. The queue's tables
 * are closed row by row to everybody but their owner, hence the policies; in a restored database they may be another group's.
 * A restored database also lacks what was revoked from everybody: temporary tables.
 */
const grants = `
  WITH tables AS (
    SELECT c.oid, n.nspname AS schema, c.relname AS name, c.relrowsecurity AS by_row
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN (current_schema(), '${jobQueue}') AND c.relkind IN ('r', 'p', 'v')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', schema, $1::text) AS statement
  FROM (SELECT DISTINCT schema FROM tables) schemas
  UNION ALL
  SELECT format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', schema, $1)
  FROM (SELECT DISTINCT schema FROM tables) schemas
  UNION ALL
  SELECT format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${jobQueue} TO %I', $1)
  UNION ALL
  SELECT format('REVOKE ALL ON %1$I.%2$I FROM %3$I; GRANT %4$s ON %1$I.%2$I TO %3$I', schema, name, $1,
    CASE WHEN name = ANY ($2::text[]) THEN 'SELECT, INSERT' WHEN name = ANY ($3::text[]) THEN 'SELECT'
      WHEN name = ANY ($4::text[]) THEN 'SELECT, INSERT, UPDATE'
      ELSE 'SELECT, INSERT, UPDATE, DELETE' END)
  FROM tables
  UNION ALL
  SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
  UNION ALL
  SELECT format(CASE WHEN p.oid IS NULL THEN 'CREATE POLICY auth_api ON %I.%I TO %I USING (true) WITH CHECK (true)'
      ELSE 'ALTER POLICY auth_api ON %I.%I TO %I' END, schema, name, $1)
  FROM tables LEFT JOIN pg_policy p ON p.polrelid = tables.oid AND p.polname = 'auth_api'
  WHERE by_row AND p.polroles IS DISTINCT FROM ARRAY[to_regrole(quote_ident($1))::oid]`;

/**
 * Gives the group of the API's logins its rights on every table that there is now. Whoever migrates does this each time,
 * so no migration has to think of it. A migrator that may not make the group tells who has to.
 */
export async function grantToApi(client: pg.Client, log: (message: string) => void): Promise<void> {
  const [group] = (await client.query<{ name: string }>(`SELECT ${groupName} AS name`)).rows;
  if (!group || !(await makeGroup(group.name, client, log))) return;
  const { rows } = await client.query<{ statement: string }>(grants, [group.name, addedTo, readOnly, neverDeleted]);
  // As one query it is one transaction.
  await client.query(rows.map(({ statement }) => statement).join(';\n'));
}

async function makeGroup(name: string, client: pg.Client, log: (message: string) => void): Promise<boolean> {
  const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (known.rowCount === 1) return true;
  const statement = `CREATE ROLE ${client.escapeIdentifier(name)} NOLOGIN`;
  try {
    await client.query(statement);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === '42501') {
      log(
        `Nobody but the owner can use the tables yet: this login may not make roles. Have a superuser run ` +
          `\`${statement}\`, then migrate again, and give the API a login that is a member of it.`,
      );
      return false;
    }
    // Somebody else made it meanwhile.
    if (code !== '42710' && code !== '23505') throw error;
  }
  return true;
}

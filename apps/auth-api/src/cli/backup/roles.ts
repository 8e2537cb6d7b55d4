import type pg from 'pg';
import { singleRow } from '../../platform/db/single-row.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-class.ts';
import type { Manifest } from './manifest.ts';

type Print = (line: string) => void;
type Role = Manifest['roles'][number];

/** The roles with privileges in this database, and the members of these roles. */
const rolesQuery = `
  WITH privileged AS (
    SELECT DISTINCT refobjid AS oid FROM pg_shdepend
    WHERE refclassid = 'pg_authid'::regclass AND deptype IN ('a', 'r')
      AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    UNION
    SELECT m.member FROM pg_auth_members m JOIN pg_shdepend d ON d.refobjid = m.roleid
    WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype IN ('a', 'r')
      AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
  SELECT r.rolname AS name, r.rolcanlogin AS "canLogin",
    ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
      WHERE m.member = r.oid AND m.roleid IN (SELECT oid FROM privileged) ORDER BY 1) AS "memberOf"
  FROM pg_roles r JOIN privileged ON privileged.oid = r.oid WHERE NOT r.rolsuper ORDER BY r.rolcanlogin, 1`;

/** Reads the roles that a restored database needs. */
export async function readRoles(client: pg.Client): Promise<Role[]> {
  return (await client.query<Role>(rolesQuery)).rows;
}

/** Creates the roles that the server does not have. A new login has no password, so no one can use it yet. */
export async function createMissingRoles(roles: readonly Role[], client: pg.Client, print: Print): Promise<void> {
  for (const { name, canLogin, memberOf } of await missingRoles(roles, client)) {
    const [role, ...groups] = [name, ...memberOf].map((each) => client.escapeIdentifier(each));
    const inRole = groups.length > 0 ? ` IN ROLE ${groups.join(', ')}` : '';
    await createRole(`CREATE ROLE ${role} ${canLogin ? 'LOGIN' : 'NOLOGIN'}${inRole}`, client);
    print(
      canLogin
        ? `Created the login ${name}, which did not exist. It has no password yet: ALTER ROLE ${role} PASSWORD '…'.`
        : `Created the role ${name}, which did not exist.`,
    );
  }
}

/**
 * Creates the groups that the server lacks, because the policies of a dump name them, runs the work, and drops these groups. Logins
 * are not needed: a rehearsal restores no privileges. A group that cannot be dropped is printed and does not fail the work. The mark
 * is its comment: a later rehearsal finds by it what a killed one left behind.
 */
export async function withTemporaryGroups(
  { roles, mark }: { readonly roles: readonly Role[]; readonly mark: string },
  client: pg.Client,
  work: () => Promise<void>,
  print: Print,
): Promise<void> {
  const created: string[] = [];
  try {
    for (const { name, canLogin } of await missingRoles(roles, client)) {
      if (canLogin) continue;
      const group = client.escapeIdentifier(name);
      await createRole(
        `CREATE ROLE ${group} NOLOGIN`,
        client,
        `COMMENT ON ROLE ${group} IS ${client.escapeLiteral(mark)}`,
      );
      created.push(name);
    }
    await work();
  } finally {
    for (const name of created) await dropGroup(name, client, print);
  }
}

/** Returns whether the group was dropped. PostgreSQL keeps one that a database still uses; the reason is printed. */
export async function dropGroup(name: string, client: pg.Client, print: Print): Promise<boolean> {
  const group = client.escapeIdentifier(name);
  try {
    await client.query(`DROP ROLE ${group}`);
    return true;
  } catch (error) {
    print(`Could not drop the role ${group} of a rehearsal: ${String(error)}`);
    return false;
  }
}

async function missingRoles(roles: readonly Role[], client: pg.Client): Promise<Role[]> {
  const { rows } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles');
  const existing = new Set(rows.map(({ name }) => name));
  return roles.filter(({ name }) => !existing.has(name));
}

/** PostgreSQL's insufficient_privilege. */
const insufficientPrivilege = '42501';

/** The comment is set in the same transaction. The error that asks a superuser to create the role does not contain it. */
async function createRole(statement: string, client: pg.Client, comment = ''): Promise<void> {
  try {
    await client.query(`${statement}; ${comment}`);
  } catch (cause) {
    if (errorCode(cause) !== insufficientPrivilege) throw cause;
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    const login = client.escapeIdentifier(singleRow(rows).name);
    throw new AppError(
      `The server lacks a role of the backup, and the login ${login} may not create it. Have a superuser run ` +
        `\`${statement}\`, or \`ALTER ROLE ${login} CREATEROLE\`, then try again.`,
      { cause },
    );
  }
}

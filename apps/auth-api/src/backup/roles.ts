import type pg from 'pg';
import type { Manifest } from './manifest.ts';

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
export async function createMissingRoles(
  roles: readonly Role[],
  client: pg.Client,
  print: (line: string) => void,
): Promise<void> {
  for (const { name, canLogin, memberOf } of roles) {
    const existing = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (existing.rowCount !== 0) continue;
    const [role, ...groups] = [name, ...memberOf].map((role) => client.escapeIdentifier(role));
    const inRole = groups.length > 0 ? ` IN ROLE ${groups.join(', ')}` : '';
    await client.query(`CREATE ROLE ${role} ${canLogin ? 'LOGIN' : 'NOLOGIN'}${inRole}`);
    print(
      canLogin
        ? `Created the login ${name}, which did not exist. It has no password yet: ALTER ROLE ${role} PASSWORD '…'.`
        : `Created the role ${name}, which did not exist.`,
    );
  }
}

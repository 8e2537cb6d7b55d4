import type pg from 'pg';
import type { Manifest } from './manifest.ts';

type Role = Manifest['roles'][number];

/** The roles that rights in this database were given to, and whoever has these rights as a member. */
const question = `
  WITH named AS (
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
      WHERE m.member = r.oid AND m.roleid IN (SELECT oid FROM named) ORDER BY 1) AS "memberOf"
  FROM pg_roles r JOIN named ON named.oid = r.oid WHERE NOT r.rolsuper ORDER BY r.rolcanlogin, 1`;

/** Reads the roles that a restored database needs. */
export async function readRoles(client: pg.Client): Promise<Role[]> {
  return (await client.query<Role>(question)).rows;
}

/** Makes the roles that this server does not have. A login that is made has no password yet, so nobody gets in by it. */
export async function makeMissingRoles(
  roles: readonly Role[],
  client: pg.Client,
  tell: (line: string) => void,
): Promise<void> {
  for (const { name, canLogin, memberOf } of roles) {
    const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (known.rowCount !== 0) continue;
    const [role, ...groups] = [name, ...memberOf].map((each) => client.escapeIdentifier(each));
    const within = groups.length > 0 ? ` IN ROLE ${groups.join(', ')}` : '';
    await client.query(`CREATE ROLE ${role} ${canLogin ? 'LOGIN' : 'NOLOGIN'}${within}`);
    tell(
      canLogin
        ? `The login ${name} was not here and was made. It has no password yet: ALTER ROLE ${role} PASSWORD '…'.`
        : `The role ${name} was not here and was made.`,
    );
  }
}

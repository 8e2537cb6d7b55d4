import pg from 'pg';

export interface LoginRole {
  readonly name: string;
  readonly password: string;
  /** The group role whose privileges it inherits. Created if missing. */
  readonly memberOf: string;
}

/** Creates a login role that owns nothing, or updates the password and group of an existing one. */
export async function ensureLoginRole(url: string, { name, password, memberOf }: LoginRole): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const role of [memberOf, name]) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (rowCount === 0) await client.query(`CREATE ROLE ${client.escapeIdentifier(role)}`);
    }
    const [login, group] = [client.escapeIdentifier(name), client.escapeIdentifier(memberOf)];
    await client.query(
      `ALTER ROLE ${login} LOGIN PASSWORD ${client.escapeLiteral(password)}; GRANT ${group} TO ${login}`,
    );
  } finally {
    await client.end();
  }
}

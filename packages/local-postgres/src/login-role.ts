import pg from 'pg';

export interface LoginRole {
  readonly name: string;
  readonly password: string;
  /** The group whose rights it has; made when missing. */
  readonly memberOf: string;
}

/** Makes a login that owns nothing, or gives the one that there is this password and this group. */
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

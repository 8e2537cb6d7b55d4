import type pg from 'pg';

/** The major versions of PostgreSQL on which the migrations and the API are tested. */
export const supportedVersions = { oldest: 16, newest: 18 } as const;

/** Why this PostgreSQL can't be used, in a sentence for the operator; null where its version is supported. */
export async function findVersionProblem(connection: pg.Pool | pg.ClientBase): Promise<string | null> {
  const { rows } = await connection.query<{ version: string; major: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major`,
  );
  const [server] = rows;
  if (!server) throw new Error('A query without conditions returns a row.');
  return versionProblem(server.version, server.major);
}

export function versionProblem(version: string, major: number): string | null {
  const { oldest, newest } = supportedVersions;
  if (major >= oldest && major <= newest) return null;
  return `PostgreSQL ${version} is not supported. Use a version from ${oldest} to ${newest}; see docs/operating/configure.md.`;
}

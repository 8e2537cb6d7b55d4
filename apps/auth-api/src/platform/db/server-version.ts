import type pg from 'pg';
import { singleRow } from './single-row.ts';

/** The major versions of PostgreSQL that the migrations and the API are tested with. */
export const supportedVersions = { oldest: 16, newest: 18 } as const;

/** A sentence for operators if the version of this PostgreSQL is not supported; else null. */
export async function findVersionError(connection: pg.Pool | pg.ClientBase): Promise<string | null> {
  const { rows } = await connection.query<{ version: string; major: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major`,
  );
  const { version, major } = singleRow(rows);
  return versionError(version, major);
}

export function versionError(version: string, major: number): string | null {
  const { oldest, newest } = supportedVersions;
  if (major >= oldest && major <= newest) return null;
  return `PostgreSQL ${version} is not supported. Use a version from ${oldest} to ${newest}; see docs/operating/configure.md.`;
}

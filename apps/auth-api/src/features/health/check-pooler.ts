import type pg from 'pg';
import { isBehindPooler } from '../../platform/db/session-options.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import type { Services } from '../../request/call/services.ts';

interface Session {
  readonly login: string;
  readonly database: string;
  readonly timeZone: string;
  /** In milliseconds; 0 for no limit. */
  readonly statementTimeout: number;
}

/**
 * Checks the database URLs for a pooler that the settings do not expect; returns a sentence for operators, or null. In
 * transaction mode, a pooler breaks the session features that jobs need, and loses the session settings of the API.
 */
export async function findPoolerError(services: Services): Promise<string | null> {
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_TIMEOUT_MS: timeoutMs } = services.settings;
  const requests = await inspectSession(services.pool);
  if (directUrl === undefined) {
    if (!requests.isBehindPooler) return null;
    return 'DATABASE_URL points to a pooler, such as PgBouncer. Also set DATABASE_DIRECT_URL to the URL of PostgreSQL itself; see docs/operating/configure.md.';
  }
  const jobs = await inspectSession(services.jobPool);
  if (jobs.isBehindPooler)
    return 'DATABASE_DIRECT_URL also points to a pooler. It must be the URL of PostgreSQL itself.';
  if (jobs.database !== requests.database) return 'DATABASE_DIRECT_URL and DATABASE_URL point to different databases.';
  if (isUtc(requests) && requests.statementTimeout > 0 && requests.statementTimeout <= timeoutMs) return null;
  const alterRole = `ALTER ROLE "${requests.login.replaceAll('"', '""')}" SET`;
  return (
    `Sessions at DATABASE_URL need the time zone UTC and a statement_timeout of at most ${timeoutMs} ms (DATABASE_TIMEOUT_MS). ` +
    `Run \`${alterRole} TimeZone = 'UTC'; ${alterRole} statement_timeout = ${timeoutMs}\`, then make the pooler reconnect.`
  );
}

const isUtc = ({ timeZone }: Session) => /^(?:Etc\/)?UTC$/.test(timeZone);

async function inspectSession(pool: pg.Pool): Promise<Session & { isBehindPooler: boolean }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Session>(
      `SELECT current_user AS login, current_database() AS database, current_setting('TimeZone') AS "timeZone",
         (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS "statementTimeout"`,
    );
    return { ...singleRow(rows), isBehindPooler: await isBehindPooler(client) };
  } finally {
    client.release();
  }
}

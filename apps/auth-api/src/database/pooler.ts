import type pg from 'pg';
import type { Services } from '../services.ts';
import { isPooled } from './direct-session.ts';

interface Session {
  readonly login: string;
  readonly database: string;
  readonly zone: string;
  /** In milliseconds; 0 where a statement may take as long as it wants. */
  readonly timeout: number;
}

/**
 * What is wrong with the way to PostgreSQL where a pooler stands in it, in words for the operator; null if nothing is. In
 * transaction mode a pooler breaks what jobs need of a session, and loses what the API sets for one.
 */
export async function findPoolerFault(services: Services): Promise<string | null> {
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_WAIT_MS: waitMs } = services.settings;
  const requests = await look(services.pool);
  if (directUrl === undefined) {
    if (!requests.isPooled) return null;
    return 'DATABASE_URL leads to a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to PostgreSQL’s own address, too; see docs/operating/configure.md.';
  }
  const jobs = await look(services.jobPool);
  if (jobs.isPooled) return 'DATABASE_DIRECT_URL leads to a pooler, too. It has to be PostgreSQL’s own address.';
  if (jobs.database !== requests.database) return 'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases.';
  if (isUtc(requests) && requests.timeout > 0 && requests.timeout <= waitMs) return null;
  const role = `ALTER ROLE "${requests.login.replaceAll('"', '""')}" SET`;
  return (
    `Sessions at DATABASE_URL need the time zone UTC and a statement_timeout of at most ${waitMs} ms (DATABASE_WAIT_MS). ` +
    `Run \`${role} TimeZone = 'UTC'; ${role} statement_timeout = ${waitMs}\`, and have the pooler connect anew.`
  );
}

const isUtc = ({ zone }: Session) => /^(?:Etc\/)?UTC$/.test(zone);

async function look(pool: pg.Pool): Promise<Session & { isPooled: boolean }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Session>(
      `SELECT current_user AS login, current_database() AS database, current_setting('TimeZone') AS zone,
         (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS timeout`,
    );
    const [session] = rows;
    if (!session) throw new Error('A query without conditions gives a row.');
    return { ...session, isPooled: await isPooled(client) };
  } finally {
    client.release();
  }
}

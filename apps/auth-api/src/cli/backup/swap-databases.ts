import type pg from 'pg';
import { singleRow } from '../../platform/db/single-row.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-class.ts';

interface Names {
  readonly database: string;
  /** The new name of the current database. */
  readonly before: string;
  readonly restored: string;
}

const mayNotTerminate =
  'This login may not terminate other connections. Stop the API and close other sessions, or grant the login the role ' +
  'pg_signal_backend, and restore again.';

/**
 * Throws if this login cannot swap a database: before the backup is loaded, which may take many minutes. Only a superuser can
 * terminate the sessions of a superuser.
 */
export async function checkSwapRights(admin: pg.Client, database: string): Promise<void> {
  const { rows } = await admin.query<{ owns: boolean; terminates: boolean }>(
    `SELECT pg_has_role(d.datdba, 'USAGE') AS owns, NOT EXISTS (
       SELECT FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid WHERE a.datid = d.oid AND NOT
         CASE WHEN r.rolsuper THEN pg_has_role(r.oid, 'MEMBER')
         ELSE pg_has_role(r.oid, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE') END
     ) AS terminates FROM pg_database d WHERE d.datname = $1`,
    [database],
  );
  const { owns, terminates } = singleRow(rows);
  if (!owns) throw new AppError(`This login does not own the database ${database}. Restore with the login that does.`);
  if (!terminates) throw new AppError(mayNotTerminate);
}

/** Replaces a database by the restored one in one transaction, and keeps the old one under the name `before`. */
export async function swapDatabases(admin: pg.Client, { database, before, restored }: Names): Promise<void> {
  const [current, old, next] = [database, before, restored].map((name) => admin.escapeIdentifier(name));
  await admin.query(`ALTER DATABASE ${current} WITH ALLOW_CONNECTIONS false`);
  let replaced = current;
  try {
    await terminateConnections(admin, database);
    // One query with two statements is one transaction.
    await admin.query(`ALTER DATABASE ${current} RENAME TO ${old}; ALTER DATABASE ${next} RENAME TO ${current}`);
    replaced = old;
  } finally {
    await admin.query(`ALTER DATABASE ${replaced} WITH ALLOW_CONNECTIONS true`);
  }
}

async function terminateConnections(admin: pg.Client, database: string): Promise<void> {
  try {
    // Autovacuum has no user, and makes way for the renaming by itself.
    await admin.query(
      'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1 AND usesysid IS NOT NULL',
      [database],
    );
  } catch (cause) {
    if (errorCode(cause) !== '42501') throw cause;
    throw new AppError(mayNotTerminate, { cause });
  }
}

import type pg from 'pg';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-class.ts';

interface Names {
  readonly database: string;
  /** The new name of the current database. */
  readonly before: string;
  readonly restored: string;
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
    await admin.query('SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1', [database]);
  } catch (cause) {
    if (errorCode(cause) !== '42501') throw cause;
    throw new AppError(
      'This login may not terminate other connections. Stop the API, or use a login with the role pg_signal_backend, and restore ' +
        'again.',
      { cause },
    );
  }
}

import type pg from 'pg';
import { errorCode } from '../error-type.ts';
import { Fault } from '../fault.ts';

interface Names {
  readonly database: string;
  /** What the one that is there is called afterwards. */
  readonly before: string;
  readonly restored: string;
}

/** Puts a restored database into the place of the one that is there, at once or not at all, and keeps that. */
export async function swap(admin: pg.Client, { database, before, restored }: Names): Promise<void> {
  const [now, then, next] = [database, before, restored].map((name) => admin.escapeIdentifier(name));
  await admin.query(`ALTER DATABASE ${now} WITH ALLOW_CONNECTIONS false`);
  let kept = now;
  try {
    await endConnections(admin, database);
    // As one query it is one transaction.
    await admin.query(`ALTER DATABASE ${now} RENAME TO ${then}; ALTER DATABASE ${next} RENAME TO ${now}`);
    kept = then;
  } finally {
    await admin.query(`ALTER DATABASE ${kept} WITH ALLOW_CONNECTIONS true`);
  }
}

async function endConnections(admin: pg.Client, database: string): Promise<void> {
  try {
    await admin.query('SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1', [database]);
  } catch (cause) {
    if (errorCode(cause) !== '42501') throw cause;
    throw new Fault(
      'This login may not end the connections of others. Stop the API, or use a login with the role pg_signal_backend, and ' +
        'restore again.',
      { cause },
    );
  }
}

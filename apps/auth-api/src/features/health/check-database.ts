import type pg from 'pg';
import { jobPoolSize } from '../../platform/db/pool.ts';
import { findVersionError } from '../../platform/db/server-version.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../../request/call/services.ts';
import { findPoolerError } from './check-pooler.ts';
import { findPrivilegeError, type PrivilegeError } from './database-privileges.ts';

const checkedPools = new WeakSet<pg.Pool>();

/**
 * Throws an `AppError` if the API cannot use this database with these settings: an unsupported version, or a pooler that would
 * lose session settings. Throws `NotReady` if the database login has too few privileges and, in production, if it has too many.
 * After its first success it checks nothing: a rollout with the wrong login stops at its first replica, but a later change of
 * privileges does not take a running deployment down.
 */
export async function checkDatabase(services: Services): Promise<void> {
  const { pool } = services;
  if (checkedPools.has(pool)) return;
  const error = (await findVersionError(pool)) ?? (await findPoolerError(services));
  if (error !== null) throw new AppError(error);
  await checkPrivileges(services);
  checkedPools.add(pool);
}

const privilegeErrors: Readonly<Record<PrivilegeError, string>> = {
  'lacks-privileges': 'lacks privileges on the tables, or they have not been granted yet',
  'can-rewrite': 'could rewrite the audit log, its keys or the accepted terms',
  'can-delete-users': 'could delete users',
  'can-create-temporary-tables':
    'could create temporary tables: run the migrations again with the login that owns the database',
};

async function checkPrivileges({ pool, log, settings }: Services): Promise<void> {
  const found = await findPrivilegeError(pool);
  if (!found) return;
  const { error, login, group } = found;
  const message = `The API’s database login ${privilegeErrors[error]}. Use a login that is only a member of the role ${group}; see docs/operating/configure.md.`;
  if (error === 'lacks-privileges' || settings.NODE_ENV === 'production') {
    throw apiError('NotReady', { message, cause: new AppError(`The login is ${login}.`) });
  }
  log.warn({ login, group }, message);
}

/** Logs a warning if the pools can open more connections than the database allows. */
export async function checkConnectionLimit({ pool, log, settings }: Services): Promise<void> {
  const { rows } = await pool.query<{ allowed: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed`,
  );
  const { allowed } = singleRow(rows);
  const required = settings.DATABASE_POOL_SIZE + jobPoolSize;
  if (allowed < required) {
    log.warn(
      { required, allowed },
      'DATABASE_POOL_SIZE needs more connections than the database allows: lower it, or raise max_connections',
    );
  }
}

/**
 * Throws `NotReady` if the database is read-only: a standby, or a former primary after a failover. Checked each time, because a
 * failover can happen at any time. The connection is not reused, so that the next one may reach the new primary.
 */
export async function checkWritable({ pool }: Services): Promise<void> {
  const client = await pool.connect();
  let isReadOnly = true;
  try {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    );
    ({ isReadOnly } = singleRow(rows));
  } finally {
    client.release(isReadOnly);
  }
  if (isReadOnly)
    throw apiError('NotReady', { message: 'The database is read-only: it is a standby, not the primary.' });
}

import type { Client } from 'pg';
import { acquireAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newDatabasePrefix } from './restore-backup.ts';
import { dropGroup } from './roles.ts';

type Print = (line: string) => void;

/** Three hours, several times as long as a rehearsal with a million users takes. */
const lockTimeoutMs = 3 * 60 * 60_000;

/**
 * Waits until no other rehearsal of this database runs. A killed rehearsal loses its connection, and with it the lock. A lock
 * belongs to a database, so each rehearsal takes it in the database `postgres`.
 */
export async function lockRehearsals(database: string, admin: Client, print: Print): Promise<void> {
  const isLocked = await acquireAdvisoryLock(newDatabasePrefix(database, 'rehearsal'), admin, {
    timeoutMs: lockTimeoutMs,
    onWait: () => print(`Another rehearsal of ${database} is running on this server. Waiting for its end.`),
  });
  if (!isLocked) throw new AppError(`Another rehearsal of ${database} still runs after three hours.`);
}

/** The comment on a group that a rehearsal creates. It names the database, because others belong to other deployments. */
export const markOf = (database: string) => `Temporary, for a rehearsal of a restore of ${database}`;

/**
 * Drops the scratch databases and groups of rehearsals of this database that were killed. Needs the lock: whatever is there while no
 * other rehearsal runs is abandoned, even if a pg_restore of the killed one is still connected.
 */
export async function dropAbandoned(database: string, admin: Client, print: Print): Promise<void> {
  // Followed by a time: another database may have a name that starts with the prefix.
  const databases = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE starts_with(datname, $1) AND substr(datname, length($1) + 1) ~ '^[0-9]{8}T[0-9]{6}Z$'`,
    [newDatabasePrefix(database, 'rehearsal')],
  );
  for (const { name } of databases.rows) {
    await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)} WITH (FORCE)`);
    print(`Dropped the database ${name}, which an earlier rehearsal left behind.`);
  }
  const groups = await admin.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = $1`,
    [markOf(database)],
  );
  for (const { name } of groups.rows) {
    if (await dropGroup(name, admin, print)) print(`Dropped the role ${name}, which an earlier rehearsal left behind.`);
  }
}

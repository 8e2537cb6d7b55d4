import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { singleRow } from '../db/single-row.ts';
import { AppError } from '../errors/app-error.ts';
import { newDatabasePrefix } from './restore-backup.ts';
import { dropGroup } from './roles.ts';

type Print = (line: string) => void;

const lockRetryMs = 1_000;
/** Three hours, several times as long as a rehearsal with a million users takes. */
const lockTimeoutMs = 3 * 60 * 60_000;

/**
 * Waits until no other rehearsal of this database runs, by polling as the migrations do. The lock ends with the connection, so a
 * killed rehearsal loses it. An advisory lock belongs to a database, so each rehearsal takes it in the database `postgres`.
 */
export async function lockRehearsals(database: string, admin: Client, print: Print): Promise<void> {
  if (await tryLock(database, admin)) return;
  print(`Another rehearsal of ${database} is running on this server. Waiting for its end.`);
  const deadline = Date.now() + lockTimeoutMs;
  while (!(await tryLock(database, admin))) {
    if (Date.now() > deadline) throw new AppError(`Another rehearsal of ${database} still runs after three hours.`);
    await sleep(lockRetryMs);
  }
}

async function tryLock(database: string, admin: Client): Promise<boolean> {
  const { rows } = await admin.query<{ acquired: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS acquired',
    [newDatabasePrefix(database, 'rehearsal')],
  );
  return singleRow(rows).acquired;
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

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { AppError } from '../errors/app-error.ts';
import { databaseName, urlForDatabase, withConnection } from './connection.ts';
import { checkBackup } from './manifest.ts';
import { checkProgramVersions } from './postgres-programs.ts';
import { loadDump, newDatabaseName } from './restore-backup.ts';
import { withTemporaryGroups } from './roles.ts';

type Print = (line: string) => void;

/**
 * Restores the newest backup in a folder into a scratch database, compares every table with the manifest, and drops the database.
 * The current database is not touched. The server may be another one than that of the backup: it is left with the same roles.
 */
export async function rehearseRestore(url: string, folder: string, print: Print): Promise<void> {
  const backup = await findNewestBackup(folder);
  const startedAt = performance.now();
  const manifest = await checkBackup(backup);
  await withConnection(urlForDatabase(url, 'postgres'), async (admin) => {
    await checkProgramVersions(admin);
    const scratch = newDatabaseName(databaseName(url), 'rehearsal');
    await dropAbandoned(scratch, admin, print);
    const name = admin.escapeIdentifier(scratch);
    await withTemporaryGroups(
      manifest.roles,
      admin,
      async () => {
        await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
        try {
          await loadDump(urlForDatabase(url, scratch), { folder: backup, manifest, database: scratch }, print);
        } finally {
          await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        }
      },
      print,
    );
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  print(`Rehearsed the restore of ${path.basename(backup)}, as of ${manifest.createdAt}: ${seconds} s.`);
}

/** Drops the scratch databases of rehearsals that were killed. A running one has a connection to its database. */
async function dropAbandoned(scratch: string, admin: Client, print: Print): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database AS d WHERE starts_with(datname, $1)
       AND NOT EXISTS (SELECT 1 FROM pg_stat_activity AS a WHERE a.datid = d.oid)`,
    [scratch.slice(0, scratch.lastIndexOf('_') + 1)],
  );
  for (const { name } of rows) {
    await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)}`);
    print(`Dropped ${name}, which an earlier rehearsal left behind.`);
  }
}

/** By the time in its name. A backup that is still being written has another ending. */
async function findNewestBackup(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /-\d{8}T\d{6}Z$/.test(name));
  const newest = names.toSorted((a, b) => timeIn(a).localeCompare(timeIn(b))).at(-1);
  if (newest === undefined) throw new AppError(`${folder} contains no backup.`);
  return path.join(folder, newest);
}

const timeIn = (name: string) => name.slice(name.lastIndexOf('-') + 1);

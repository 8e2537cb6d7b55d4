import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../platform/errors/app-error.ts';
import { dropAbandoned, lockRehearsals, markOf } from './abandoned-rehearsals.ts';
import { databaseName, urlForDatabase, withConnection } from './connection.ts';
import { createEmptyDatabase } from './create-empty-database.ts';
import { checkBackup } from './manifest.ts';
import { checkProgramVersions } from './postgres-programs.ts';
import { loadDump, newDatabaseName } from './restore-backup.ts';
import { withTemporaryGroups } from './roles.ts';

type Print = (line: string) => void;

/**
 * Restores the newest backup in a folder into a scratch database, compares every table with the manifest, and drops the database.
 * The current database is not touched. The server may be another one than that of the backup: it is left with the same roles. What
 * a killed rehearsal left behind is dropped first.
 */
export async function rehearseRestore(url: string, folder: string, print: Print): Promise<void> {
  const backup = await findNewestBackup(folder);
  const startedAt = performance.now();
  const manifest = await checkBackup(backup);
  await withConnection(urlForDatabase(url, 'postgres'), async (admin) => {
    await checkProgramVersions(admin);
    const database = databaseName(url);
    await lockRehearsals(database, admin, print);
    await dropAbandoned(database, admin, print);
    const scratch = newDatabaseName(database, 'rehearsal');
    const name = admin.escapeIdentifier(scratch);
    await withTemporaryGroups(
      { roles: manifest.roles, mark: markOf(database) },
      admin,
      async () => {
        await createEmptyDatabase(admin, scratch, database);
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

/** By the time in its name. A backup that is still being written has another ending. */
async function findNewestBackup(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /-\d{8}T\d{6}Z$/.test(name));
  const newest = names.toSorted((a, b) => timeIn(a).localeCompare(timeIn(b))).at(-1);
  if (newest === undefined) throw new AppError(`${folder} contains no backup.`);
  return path.join(folder, newest);
}

const timeIn = (name: string) => name.slice(name.lastIndexOf('-') + 1);

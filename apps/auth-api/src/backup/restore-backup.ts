import { availableParallelism } from 'node:os';
import path from 'node:path';
import { grantToApi } from '../database/api-role.ts';
import { readMigrations } from '../database/migrations-folder.ts';
import { Fault } from '../fault.ts';
import { connected, databaseIn, withDatabase } from './connect.ts';
import { endWhatEnded, revocationsIn, type Revocation } from './end-what-ended.ts';
import { checkBackup, dumpFile, type Manifest } from './manifest.ts';
import { checkPrograms, runProgram } from './programs.ts';
import { refuseRows } from './refuse-rows.ts';
import { makeMissingRoles } from './roles.ts';
import { swap } from './swap.ts';
import { differingTables, inSnapshot, tableHashes } from './table-hashes.ts';

type Tell = (line: string) => void;

interface Wish {
  /** The database that is to be as the backup says, by its owner. */
  readonly url: string;
  readonly folder: string;
  /** Whether a database that holds something may be replaced. */
  readonly overRows: boolean;
}

/** The longest name that PostgreSQL takes, less what is put behind it. */
const longestName = 63 - '_restored_20261122T041500Z'.length;

/**
 * Lays a backup beside the database, compares every table with what the backup says, and only then puts it into the place
 * of the one that was there, which is kept under another name. Until then nobody notices; if anything fails, nothing is
 * changed.
 */
export async function restoreBackup({ url, folder, overRows }: Wish, tell: Tell): Promise<void> {
  const manifest = await checkBackup(folder);
  const database = databaseIn(url);
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const restored = `${database.slice(0, longestName)}_restored_${stamp}`;
  await connected(withDatabase(url, 'postgres'), async (admin) => {
    await checkPrograms(admin);
    const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    const isThere = known.rowCount !== 0;
    if (isThere && !overRows) await connected(url, (there) => refuseRows(there, database));
    const revocations = isThere ? await revocationsIn(url, manifest.madeAt, tell) : [];
    await makeMissingRoles(manifest.roles, admin, tell);
    const name = admin.escapeIdentifier(restored);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    try {
      await fill(withDatabase(url, restored), { folder, manifest, database, revocations }, tell);
      if (!isThere) {
        await admin.query(`ALTER DATABASE ${name} RENAME TO ${admin.escapeIdentifier(database)}`);
      } else {
        const before = `${database.slice(0, longestName)}_before_${stamp}`;
        await swap(admin, { database, before, restored });
        tell(`What was there is kept as ${before}. Drop it once nobody needs it: DROP DATABASE "${before}".`);
      }
    } catch (error) {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      throw error;
    }
  });
  await connected(url, (client) => grantToApi(client, tell));
  tell(`${database} is what it was at ${manifest.madeAt}.`);
  for (const each of await missingMigrations(manifest))
    tell(`Run \`migrate\` before the API starts: ${each} is missing.`);
}

interface Filling {
  readonly folder: string;
  readonly manifest: Manifest;
  /** What it is going to be called. */
  readonly database: string;
  readonly revocations: readonly Revocation[];
}

async function fill(url: string, { folder, manifest, database, revocations }: Filling, tell: Tell): Promise<void> {
  const words = ['--no-owner', '--exit-on-error', '--jobs', String(Math.min(availableParallelism(), 4))];
  // Rights that another deployment's logins had are none of this one's; those of our own logins are given below.
  if (database !== manifest.database) words.push('--no-privileges');
  await runProgram('pg_restore', [...words, path.join(folder, dumpFile)], url);
  await connected(url, async (client) => {
    const hashes = await inSnapshot(client, () => tableHashes(client));
    const differing = differingTables(manifest.tables, hashes);
    if (differing.length > 0)
      throw new Fault(`The restored tables are not what the backup says: ${differing.join(', ')}.`);
    tell(`${hashes.length} tables are to the row what the backup says.`);
    const { sessions, revoked } = await endWhatEnded(client, revocations);
    tell(`${sessions} sessions are ended, ${revoked} tokens stay revoked.`);
    await client.query('ANALYZE');
  });
}

/** What this build needs and the backup does not have. */
async function missingMigrations({ migrations }: Manifest): Promise<string[]> {
  const { migrationDirectories } = await readMigrations();
  return migrationDirectories.map((each) => each.path).filter((each) => !migrations.includes(each));
}

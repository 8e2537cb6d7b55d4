import { availableParallelism } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { createMissingAuditPartitions } from '../../platform/db/migrations/audit-partitions.ts';
import { grantApiPrivileges } from '../../platform/db/migrations/grants.ts';
import { readMigrations } from '../../platform/db/migrations/migration-files.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { databaseName, urlForDatabase, withConnection } from './connection.ts';
import { createEmptyDatabase } from './create-empty-database.ts';
import { checkBackup, dumpFile, type Manifest } from './manifest.ts';
import { checkProgramVersions, runProgram } from './postgres-programs.ts';
import { readDeletions, reapplyDeletions, type Deletion } from './reapply-deletions.ts';
import { noRevocations, readRevocations, reapplyRevocations, type Revocations } from './reapply-revocations.ts';
import { createMissingRoles } from './roles.ts';
import { checkSwapRights, swapDatabases } from './swap-databases.ts';
import { differingTables, hashTables, withSnapshot } from './table-hashes.ts';

type Print = (line: string) => void;

interface RestoreOptions {
  /** The connection URL of the database to restore, as its owner. */
  readonly url: string;
  readonly folder: string;
  /** Whether a database with rows may be replaced. */
  readonly replaceRows: boolean;
}

/** PostgreSQL's limit for names, minus the longest suffix. */
const maxNameLength = 63 - '_rehearsal_20261122T041500Z'.length;

const stampOf = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

type DatabaseSuffix = 'restored' | 'before' | 'rehearsal';

/** The start of the name of each new database that is made from a database for this purpose. */
export const newDatabasePrefix = (database: string, suffix: DatabaseSuffix) =>
  `${database.slice(0, maxNameLength)}_${suffix}_`;

/** The name of a new database that is made from a database. */
export const newDatabaseName = (database: string, suffix: DatabaseSuffix, time = new Date()) =>
  newDatabasePrefix(database, suffix) + stampOf(time);

/**
 * Restores a backup into a new database, compares every table with the manifest, then replaces the current database, which is
 * kept under another name. The current database works until then, and after an error it is unchanged.
 */
export async function restoreBackup({ url, folder, replaceRows }: RestoreOptions, print: Print): Promise<void> {
  const manifest = await checkBackup(folder);
  const database = databaseName(url);
  const now = new Date();
  const restored = newDatabaseName(database, 'restored', now);
  await withConnection(urlForDatabase(url, 'postgres'), async (admin) => {
    await checkProgramVersions(admin);
    const existing = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    const exists = existing.rowCount !== 0;
    if (exists && !replaceRows) await withConnection(url, (current) => assertEmpty(current, database));
    if (exists) await checkSwapRights(admin, database);
    const revocations = exists ? await readRevocations(url, manifest.createdAt, print) : noRevocations;
    const deletions = exists ? await readDeletions(url, print) : [];
    await createMissingRoles(manifest.roles, admin, print);
    const name = admin.escapeIdentifier(restored);
    // What the restored database has becomes true when it replaces the current one.
    const outcome: string[] = [];
    await createEmptyDatabase(admin, restored, database);
    try {
      const restoredUrl = urlForDatabase(url, restored);
      await loadDump(restoredUrl, { folder, manifest, database }, print);
      await reapplyChanges(restoredUrl, { revocations, deletions }, (line) => outcome.push(line));
      if (!exists) {
        await admin.query(`ALTER DATABASE ${name} RENAME TO ${admin.escapeIdentifier(database)}`);
      } else {
        const before = newDatabaseName(database, 'before', now);
        await swapDatabases(admin, { database, before, restored });
        print(`The previous database is kept as ${before}. When it is no longer needed: DROP DATABASE "${before}".`);
      }
    } catch (error) {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      throw error;
    }
    for (const line of outcome) print(line);
  });
  await withConnection(url, async (client) => {
    await createMissingAuditPartitions(client);
    await grantApiPrivileges(client, print);
  });
  print(`Restored ${database} as of ${manifest.createdAt}.`);
  for (const migration of await missingMigrations(manifest))
    print(`Run \`migrate\` before the API starts: the migration ${migration} is missing.`);
}

interface LoadedDump {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The final name of the database. */
  readonly database: string;
}

interface ChangesSince {
  readonly revocations: Revocations;
  readonly deletions: readonly Deletion[];
}

async function reapplyChanges(url: string, { revocations, deletions }: ChangesSince, print: Print): Promise<void> {
  await withConnection(url, async (client) => {
    const { sessions, revoked, replaced, serviceAccounts } = await reapplyRevocations(client, revocations);
    print(
      `Deleted ${sessions} sessions; revoked ${revoked} tokens, ended ${replaced} replaced tokens and deleted ${serviceAccounts} service accounts again.`,
    );
    await reapplyDeletions(client, deletions, print);
    await client.query('ANALYZE');
  });
}

/** Loads the dump of a backup into an empty database, and compares every table with the manifest. */
export async function loadDump(url: string, { folder, manifest, database }: LoadedDump, print: Print): Promise<void> {
  const args = ['--no-owner', '--exit-on-error', '--jobs', String(Math.min(availableParallelism(), 4))];
  // Privileges of another deployment's logins are not restored. `grantApiPrivileges` grants those of this deployment.
  if (database !== manifest.database) args.push('--no-privileges');
  await runProgram('pg_restore', [...args, path.join(folder, dumpFile)], url);
  await withConnection(url, async (client) => {
    const hashes = await withSnapshot(client, () => hashTables(client));
    const differing = differingTables(manifest.tables, hashes);
    if (differing.length > 0)
      throw new AppError(`The restored tables differ from the backup: ${differing.join(', ')}.`);
    print(`Verified ${hashes.length} tables against the backup.`);
  });
}

/** The migrations of this build that the backup does not have. */
async function missingMigrations({ migrations }: Manifest): Promise<string[]> {
  const { migrationDirectories } = await readMigrations();
  return migrationDirectories.map(({ path: name }) => name).filter((name) => !migrations.includes(name));
}

/** Throws if a database has rows that a restore would replace. Tables that migrations write do not count. */
export async function assertEmpty(client: pg.Client, database: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('information_schema', 'graphile_worker') AND n.nspname !~ '^pg_'
       AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount !== 0) {
      throw new AppError(
        `The database ${database} has rows in ${name}. Add --replace to replace the database; it is kept under another name.`,
      );
    }
  }
}

import { createHash } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import { acquireAdvisoryLock } from '../advisory-lock.ts';
import { findVersionError } from '../server-version.ts';
import { isBehindPooler, isSessionOptionsRejection, withSessionOptions } from '../session-options.ts';
import { createMissingAuditPartitions } from './audit-partitions.ts';
import { grantApiPrivileges } from './grants.ts';
import { readMigrations } from './migration-files.ts';
import { hasMigrationsTable } from './migrations-table.ts';
import { rollBackMigration } from './retry-migration.ts';
import { noFilter, withSchemaEngine } from './schema-engine.ts';

/** An error with a message for operators. */
export class MigrationError extends AppError {
  override name = 'MigrationError';
}

type Log = (message: string) => void;

export interface MigrateOptions {
  /** An interrupted migration to roll back first, so that it is applied again. */
  readonly retry?: string | undefined;
  /** Replaces the migrations folder of this build. */
  readonly folder?: string | undefined;
}

/** Indexes of large tables take long to build. */
const lockTimeoutMs = 600_000;

/** Migrates the database to this build's schema. Processes that start at the same time take turns. */
export async function migrate(databaseUrl: string, log: Log, { retry, folder }: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = await connect(databaseUrl);
  try {
    const versionError = await findVersionError(client);
    if (versionError !== null) throw new MigrationError(versionError);
    if (await isBehindPooler(client)) throw poolerError();
    if (!(await acquireAdvisoryLock('migrations', client, { timeoutMs: lockTimeoutMs })))
      throw new MigrationError('Another process has been applying migrations for more than ten minutes.');
    if (retry !== undefined) {
      await rollBackMigration(retry, migrations, databaseUrl, client);
      log(`Rolled back the interrupted migration ${retry}.`);
    }
    if (await hasPendingMigrations(migrations, client)) {
      const { appliedMigrationNames } = await applyPending(migrations, databaseUrl, client);
      for (const name of appliedMigrationNames) log(`Applied the migration ${name}.`);
    }
    await migrateJobQueue(databaseUrl);
    await createMissingAuditPartitions(client);
    await grantApiPrivileges(client, log);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const connectionString = withSessionOptions(databaseUrl);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw isSessionOptionsRejection(error) ? poolerError() : error;
  }
}

const poolerError = () =>
  new MigrationError('The URL points to a pooler, such as PgBouncer. Migrations need the URL of PostgreSQL itself.');

/** Reads Prisma's migrations table first, so that the schema engine loads only if there is something to apply. */
async function hasPendingMigrations({ migrationDirectories }: MigrationList, client: pg.Client): Promise<boolean> {
  if (!(await hasMigrationsTable(client))) return true;
  const { rows } = await client.query<{ name: string; checksum: string; isFinished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const [first] = migrationDirectories;
  if (first && rows.length > 0 && !rows.some(({ name }) => name === first.path)) {
    throw new MigrationError(
      'This database has the migrations of another product, or of a version before 0.1.0. Start with an empty database; ' +
        '`npm run reset` empties that of the local stack.',
    );
  }
  const interrupted = rows.find((row) => !row.isFinished);
  if (interrupted) {
    throw new MigrationError(
      `The migration ${interrupted.name} was interrupted. Run \`migrate --retry ${interrupted.name}\` to roll it back and ` +
        'apply it again.',
    );
  }
  return migrationDirectories.some(({ path, migrationFile }) => {
    const applied = rows.find((row) => row.name === path);
    if (!applied) return true;
    const checksum = createHash('sha256').update(migrationFile.content.value).digest('hex');
    if (checksum === applied.checksum) return false;
    throw new MigrationError(`The migration ${path} was changed after it had been applied to this database.`);
  });
}

async function applyPending(
  migrationsList: MigrationList,
  databaseUrl: string,
  client: pg.Client,
): Promise<{ appliedMigrationNames: string[] }> {
  try {
    return await withSchemaEngine(databaseUrl, (engine) =>
      engine.applyMigrations({ migrationsList, filters: noFilter }),
    );
  } catch (error) {
    const failed = await findUnfinished(client);
    const name = failed === undefined ? 'A migration' : `The migration ${failed}`;
    throw new MigrationError(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The engine's error does not always name the migration. */
async function findUnfinished(client: pg.Client): Promise<string | undefined> {
  if (!(await hasMigrationsTable(client))) return undefined;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
  return rows[0]?.name;
}

async function migrateJobQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1 });
}

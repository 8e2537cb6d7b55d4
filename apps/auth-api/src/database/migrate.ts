import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Fault } from '../fault.ts';
import { grantToApi } from './api-role.ts';
import { takeBack } from './broken-migration.ts';
import { readMigrations } from './migrations-folder.ts';
import { isPooled, refusesSessionOptions, withSessionOptions } from './direct-session.ts';
import { noFilter, withSchemaEngine } from './schema-engine.ts';
import { findVersionProblem } from './supported-version.ts';

/** Why the migrations could not be applied, in a sentence for the operator. */
export class MigrationError extends Fault {
  override name = 'MigrationError';
}

type Log = (message: string) => void;

export interface MigrateOptions {
  /** A migration that was broken off: what it left is taken back first, so that it is applied again. */
  readonly retry?: string | undefined;
  /** Another folder than the one of this build. */
  readonly folder?: string | undefined;
}

// Any number will do, so long as nothing else in this database uses it.
const lockKey = 4_815_162;
/** Indexes of large tables take their time. */
const longestTurnMs = 600_000;
const askAgainMs = 200;

/** Brings the database up to this build's schema. Replicas that start at the same time take turns. */
export async function migrate(databaseUrl: string, log: Log, { retry, folder }: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = await connect(databaseUrl);
  try {
    const versionProblem = await findVersionProblem(client);
    if (versionProblem !== null) throw new MigrationError(versionProblem);
    if (await isPooled(client)) throw pooledAddress();
    await takeTurn(client);
    if (retry !== undefined) {
      await takeBack(retry, migrations, databaseUrl, client);
      log(`Took back what the migration ${retry} had left.`);
    }
    if (await isBehind(migrations, client)) {
      const { appliedMigrationNames } = await applyPending(migrations, databaseUrl);
      for (const name of appliedMigrationNames) log(`Applied the migration ${name}.`);
    }
    await migrateJobQueue(databaseUrl);
    await grantToApi(client, log);
  } finally {
    await client.end();
  }
}

/**
 * Waits for whoever migrates already, by asking again: a statement that waits would hold a snapshot, and an index that is
 * built concurrently waits until nobody has an older one.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const giveUpAt = Date.now() + longestTurnMs;
  while (!(await isOurs(client))) {
    if (Date.now() > giveUpAt) {
      throw new MigrationError('Another process has been applying migrations for more than ten minutes.');
    }
    await setTimeout(askAgainMs);
  }
}

async function isOurs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [lockKey]);
  return rows[0]?.ours === true;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const connectionString = withSessionOptions(databaseUrl);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw refusesSessionOptions(error) ? pooledAddress() : error;
  }
}

const pooledAddress = () =>
  new MigrationError('That address leads to a pooler, such as PgBouncer. Migrations need PostgreSQL’s own.');

/** Looks into Prisma's ledger, so that the engine is only loaded when there is something to do. */
async function isBehind({ migrationDirectories }: MigrationList, client: pg.Client): Promise<boolean> {
  const ledger = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (ledger.rows[0]?.exists !== true) return true;

  const { rows } = await client.query<{ name: string; checksum: string; done: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS done
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const [first] = migrationDirectories;
  if (first && rows.length > 0 && !rows.some(({ name }) => name === first.path)) {
    throw new MigrationError(
      'An earlier version of the product created this database, and this version cannot migrate it: run ' +
        '`npm run reset` to empty the local stack, or start with an empty database.',
    );
  }
  const failed = rows.find((row) => !row.done);
  if (failed) {
    throw new MigrationError(
      `The migration ${failed.name} was broken off at an earlier start. \`migrate --retry ${failed.name}\` takes back ` +
        'what it left, and applies it anew.',
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
): Promise<{ appliedMigrationNames: string[] }> {
  try {
    return await withSchemaEngine(databaseUrl, (engine) =>
      engine.applyMigrations({ migrationsList, filters: noFilter }),
    );
  } catch (error) {
    throw new MigrationError(`A migration failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function migrateJobQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1 });
}

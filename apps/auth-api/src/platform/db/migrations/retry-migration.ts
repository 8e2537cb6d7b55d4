import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import { hasMigrationsTable } from './migrations-table.ts';
import { withSchemaEngine } from './schema-engine.ts';

const concurrentIndex = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/gm;

/**
 * Removes what an interrupted migration left behind, so that it can be applied again. PostgreSQL rolls back a migration that is
 * one transaction, and a migration that fills tables in batches can be repeated. Indexes that are built concurrently remain.
 */
export async function rollBackMigration(
  name: string,
  { migrationDirectories }: MigrationList,
  databaseUrl: string,
  client: pg.Client,
): Promise<void> {
  const migration = migrationDirectories.find(({ path }) => path === name);
  if (!migration) throw new AppError(`This build has no migration ${name}.`);
  if (!(await isInterrupted(name, client))) throw new AppError(`The migration ${name} was not interrupted.`);
  for (const [, index] of migration.migrationFile.content.value.matchAll(concurrentIndex)) {
    // Also an index that was completed after all: the migration builds it again.
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  }
  await withSchemaEngine(databaseUrl, (engine) => engine.markMigrationRolledBack({ migrationName: name }));
}

async function isInterrupted(name: string, client: pg.Client): Promise<boolean> {
  if (!(await hasMigrationsTable(client))) return false;
  const { rowCount } = await client.query(
    `SELECT 1 FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  return rowCount !== 0;
}

import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { Fault } from '../fault.ts';
import { withSchemaEngine } from './schema-engine.ts';

const builtIndex = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/gm;

/**
 * Takes back what a migration left that was broken off, so that it is applied anew. PostgreSQL itself takes back
 * what a migration did in one transaction; one that fills tables in parts can be repeated; indexes that are built concurrently stay.
 */
export async function takeBack(
  name: string,
  { migrationDirectories }: MigrationList,
  databaseUrl: string,
  client: pg.Client,
): Promise<void> {
  const migration = migrationDirectories.find(({ path }) => path === name);
  if (!migration) throw new Fault(`This build has no migration ${name}.`);
  if (!(await isBrokenOff(name, client))) throw new Fault(`The migration ${name} was not broken off.`);
  for (const [, index] of migration.migrationFile.content.value.matchAll(builtIndex)) {
    // Also one that became whole after all: the migration builds it again.
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  }
  await withSchemaEngine(databaseUrl, (engine) => engine.markMigrationRolledBack({ migrationName: name }));
}

async function isBrokenOff(name: string, client: pg.Client): Promise<boolean> {
  const ledger = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (ledger.rows[0]?.exists !== true) return false;
  const { rowCount } = await client.query(
    `SELECT 1 FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  return rowCount !== 0;
}

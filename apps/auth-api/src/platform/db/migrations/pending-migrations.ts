import type pg from 'pg';
import { readMigrations } from './migration-files.ts';
import { hasMigrationsTable } from './migrations-table.ts';

let expectedNames: Promise<string[]> | undefined;

/** The migrations of this build that the database has not finished. */
export async function findPendingMigrations(pool: pg.Pool): Promise<string[]> {
  expectedNames ??= readMigrations().then((list) => list.migrationDirectories.map(({ path }) => path));
  const expected = await expectedNames;
  if (!(await hasMigrationsTable(pool))) return expected;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const finished = new Set(rows.map(({ name }) => name));
  return expected.filter((name) => !finished.has(name));
}

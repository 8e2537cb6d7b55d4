import type pg from 'pg';
import { readMigrations } from './migration-files.ts';

let expectedNames: Promise<string[]> | undefined;

/** The migrations of this build that the database has not finished. */
export async function findPendingMigrations(pool: pg.Pool): Promise<string[]> {
  expectedNames ??= readMigrations().then((list) => list.migrationDirectories.map(({ path }) => path));
  const expected = await expectedNames;
  const { rows: ledger } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (ledger[0]?.exists !== true) return expected;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const finished = new Set(rows.map(({ name }) => name));
  return expected.filter((name) => !finished.has(name));
}

import type pg from 'pg';
import { readMigrations } from './migrations-folder.ts';

let expected: Promise<string[]> | undefined;

/** The migrations of this build that the database has not finished. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  expected ??= readMigrations().then((list) => list.migrationDirectories.map(({ path }) => path));
  const list = await expected;
  const { rows: ledger } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (ledger[0]?.exists !== true) return list;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const done = new Set(rows.map(({ name }) => name));
  return list.filter((name) => !done.has(name));
}

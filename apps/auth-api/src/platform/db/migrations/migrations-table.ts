import type pg from 'pg';
import { singleRow } from '../single-row.ts';

/** Whether Prisma's migrations table exists, which the first migration creates. */
export async function hasMigrationsTable(connection: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  return singleRow(rows).exists;
}

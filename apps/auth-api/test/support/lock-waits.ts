import type pg from 'pg';
import type { TestApi } from './api.ts';
import { until } from './until.ts';

/** Resolves once a statement with these words waits for a lock. */
export async function waitsForLock({ services: { pool } }: TestApi, words: string): Promise<void> {
  const isWaiting = async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
      [words],
    );
    return rowCount !== 0;
  };
  expect(await until(isWaiting, (waits) => waits)).toBe(true);
}

/** Begins a transaction that stays open while the test goes on; whatever meets its locks has to wait. */
export async function openTransaction({ services: { pool } }: TestApi, statement: string, values: string[] = []) {
  const client: pg.PoolClient = await pool.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return {
    async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
      await client.query(how);
      client.release();
    },
  };
}

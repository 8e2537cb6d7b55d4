import type pg from 'pg';
import type { TestApi } from './api.ts';
import { pollUntil } from './polling.ts';

/** Resolves once a statement that contains this text waits for a lock. */
export async function waitForLock({ services: { pool } }: TestApi, text: string): Promise<void> {
  const isWaiting = async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
      [text],
    );
    return rowCount !== 0;
  };
  expect(await pollUntil(isWaiting, Boolean)).toBe(true);
}

/** Resolves once a change waits for a row that gives its user their rights. */
export const waitForLockOfRights = (api: TestApi) => waitForLock(api, 'lock rights');

/** Opens a transaction and keeps it open, so that conflicting statements wait for its locks until the test ends it. */
export async function openTransaction({ services: { pool } }: TestApi, statement: string, values: string[] = []) {
  const client: pg.PoolClient = await pool.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return {
    query: (text: string, parameters: string[] = []) => client.query(text, parameters),
    async end(outcome: 'COMMIT' | 'ROLLBACK'): Promise<void> {
      await client.query(outcome);
      client.release();
    },
  };
}

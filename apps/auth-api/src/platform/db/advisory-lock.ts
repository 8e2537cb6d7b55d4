import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { singleRow } from './single-row.ts';

interface LockOptions {
  readonly timeoutMs: number;
  /** Called once if another connection has the lock. */
  readonly onWait?: () => void;
}

const retryMs = 200;

/**
 * Takes a lock of the connected database, which the connection keeps until it ends. Returns false after the timeout. It polls: a
 * statement that waits for the lock would hold a snapshot, and an index that is built concurrently waits for all older snapshots.
 */
export async function acquireAdvisoryLock(
  name: string,
  client: Client,
  { timeoutMs, onWait }: LockOptions,
): Promise<boolean> {
  if (await tryLock(name, client)) return true;
  onWait?.();
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    await sleep(retryMs);
    if (await tryLock(name, client)) return true;
  }
  return false;
}

async function tryLock(name: string, client: Client): Promise<boolean> {
  const { rows } = await client.query<{ acquired: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS acquired',
    [name],
  );
  return singleRow(rows).acquired;
}

import type { TestApi } from './api.ts';

/** Calls `read` every 50 ms until `isDone` accepts the value or the timeout passes. Returns the last value either way. */
export async function pollUntil<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  timeoutMs = 20_000,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const value = await read();
    if (isDone(value) || Date.now() > deadline) return value;
  }
}

/** Makes delayed jobs run now: moves their `run_at` to the present and notifies the workers. */
export async function skipJobDelays({ services: { pool } }: TestApi): Promise<void> {
  await pool.query(
    'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL',
  );
  await pool.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
}

/** `pollUntil` for the outcome of jobs, without waiting for the delays between their retries. */
export function pollSkippingJobDelays<T>(
  api: TestApi,
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  timeoutMs?: number,
): Promise<T> {
  const readAfterSkip = async () => {
    await skipJobDelays(api);
    return read();
  };
  return pollUntil(readAfterSkip, isDone, timeoutMs);
}

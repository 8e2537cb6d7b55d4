import type { TestApi } from './api.ts';
import { until } from './until.ts';

/** As if every pause were over: jobs that are put off come due, and workers are told so. */
export async function endPausesOfJobs({ services: { pool } }: TestApi): Promise<void> {
  await pool.query(
    'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL',
  );
  await pool.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
}

/** `until` of what jobs do, where it is not the length of their pauses that counts. */
export function untilByJobs<T>(api: TestApi, read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const readAfterPauses = async () => {
    await endPausesOfJobs(api);
    return read();
  };
  return until(readAfterPauses, isRight);
}

import type { PrismaClient } from '../../generated/prisma/client.ts';

interface JobDatabase {
  readonly jobDb: PrismaClient;
}

const maxCompleted = 1_000;

/**
 * Longer than the timeout of a job: a process that holds a lock for so long was killed. graphile-worker waits four hours. An email may take
 * longer, but locks its row (platform/db/email-transaction.ts).
 */
const staleAfterSeconds = 60;

/**
 * The locks that this process holds in the job table. When the connection breaks, a worker cannot store that a job has ended, or
 * does not receive the job that it just locked. The job would stay locked by a worker that no longer exists.
 */
export class JobLocks {
  #workerIds: string[] = [];
  #completedJobIds: string[] = [];

  addWorker(id: string): void {
    this.#workerIds.push(id);
  }

  addCompleted(jobId: string): void {
    this.#completedJobIds.push(jobId);
    if (this.#completedJobIds.length > maxCompleted) this.#completedJobIds.shift();
  }

  /** Deletes the completed jobs and unlocks the others. Call it only while no worker of this process is running. */
  async release({ jobDb }: JobDatabase): Promise<void> {
    if (this.#workerIds.length === 0) return;
    await jobDb.$executeRaw`
      SELECT graphile_worker.complete_jobs(${this.#completedJobIds}::text[]::bigint[])
      FROM graphile_worker.force_unlock_workers(${this.#workerIds}::text[])`;
    this.#workerIds = [];
    this.#completedJobIds = [];
  }
}

/** Unlocks the jobs of processes that were killed. */
export async function releaseStaleLocks({ jobDb }: JobDatabase): Promise<void> {
  await jobDb.$executeRaw`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
    WHERE locked_at < now() - make_interval(secs => ${staleAfterSeconds}::float8)`;
}

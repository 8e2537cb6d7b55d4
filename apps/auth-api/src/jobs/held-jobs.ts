import type { Services } from '../services.ts';

const rememberedJobs = 1_000;

/** Longer than any job may take: whoever holds one for so long was killed. graphile-worker by itself waits four hours. */
const abandonedAfterSeconds = 60;

/**
 * What this process holds in the table of jobs. A lost connection can keep the worker from saying that a job is done or
 * failed, or even from learning that it was given one; such a job would stay locked under a worker that is no more.
 */
export class HeldJobs {
  #workers: string[] = [];
  #done: string[] = [];

  noteWorker(id: string): void {
    this.#workers.push(id);
  }

  noteDone(jobId: string): void {
    this.#done.push(jobId);
    if (this.#done.length > rememberedJobs) this.#done.shift();
  }

  /** Removes what was done and frees the rest for whoever comes first. Only while no worker of this process runs. */
  async release({ jobPool }: Services): Promise<void> {
    if (this.#workers.length === 0) return;
    await jobPool.query(
      'SELECT graphile_worker.complete_jobs($2::bigint[]) FROM graphile_worker.force_unlock_workers($1::text[])',
      [this.#workers, this.#done],
    );
    this.#workers = [];
    this.#done = [];
  }
}

/** Frees what processes hold that were killed. */
export async function freeAbandonedJobs({ jobPool }: Services): Promise<void> {
  await jobPool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
     WHERE locked_at < now() - make_interval(secs => $1)`,
    [abandonedAfterSeconds],
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../services.ts';
import { freeAbandonedJobs, HeldJobs } from './held-jobs.ts';
import { runWorker } from './run-worker.ts';

const restartAfterMs = 2_000;

/** Work on jobs that goes on until it is stopped, through any outage of the database. */
export interface JobWork {
  stop(): Promise<void>;
}

/** Works on jobs beside the API. Any number of processes share the work through the database. */
export function startJobs(services: Services): JobWork {
  const stopping = new AbortController();
  const held = new HeldJobs();
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => services.log.warn({ err: error }, 'work on jobs was interrupted'));
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await attempt(async () => {
        await held.release(services);
        await freeAbandonedJobs(services);
        await runWorker(services, held, stopping.signal);
      });
      // A stop ends the pause, which is then rejected.
      await sleep(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await attempt(() => held.release(services));
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

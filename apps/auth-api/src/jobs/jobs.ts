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
      await pause(restartAfterMs, stopping.signal);
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

import { run, type Runner, type TaskList } from 'graphile-worker';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { jobLogger } from './job-logger.ts';
import { purgeExpired } from './purge-expired.ts';
import { sendInvitation } from './send-invitation.ts';

const restartAfterMs = 2_000;

/** Every kind of job with what it is told. */
export interface Jobs {
  sendInvitation: { workspaceId: string; inviteeId: string; inviterId: string };
}

/**
 * Adds a job in the caller's transaction: it exists if and only if that commits. A failed one is tried again with
 * growing pauses, 25 times over some four days, and kept after that.
 */
export async function addJob<Name extends keyof Jobs>(
  tx: Prisma.TransactionClient,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json)`;
}

/** Work on jobs that goes on until it is stopped, through any outage of the database. */
export interface JobWork {
  stop(): Promise<void>;
}

/** Works on jobs beside the API. Any number of processes share the work through the database. */
export function startJobs(services: Services): JobWork {
  let runner: Runner | undefined;
  const stopping = new AbortController();

  const work = async (): Promise<void> => {
    try {
      runner = await begin(services);
      await runner.promise;
    } catch (error) {
      services.log.warn({ err: error }, 'work on jobs was interrupted');
    }
    await pause(restartAfterMs, stopping.signal);
    if (!stopping.signal.aborted) await work();
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await runner
        ?.stop()
        .catch((error: unknown) => services.log.debug({ err: error }, 'the worker had ended already'));
      await done;
    },
  };
}

function begin(services: Services): Promise<Runner> {
  const taskList: TaskList = {
    sendInvitation: (payload) => sendInvitation(payload as Jobs['sendInvitation'], services),
    purgeExpired: () => purgeExpired(services),
  };
  return run({
    pgPool: services.jobPool,
    taskList,
    logger: jobLogger(services.log),
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    crontab: '17 * * * * purgeExpired',
    // In batches, even of one, a lost connection ends the worker; without them it would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

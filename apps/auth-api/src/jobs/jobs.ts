import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { purgeExpired } from './purge-expired.ts';
import { sendInvitation } from './send-invitation.ts';

/** Every kind of job with what it is told. */
export interface Jobs {
  sendInvitation: { workspaceId: string; inviteeId: string; inviterId: string };
}

/** Adds a job in the caller's transaction: it exists if and only if that commits, and is tried until it succeeds. */
export async function addJob<Name extends keyof Jobs>(
  tx: Prisma.TransactionClient,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json)`;
}

/** Works on jobs beside the API until it is stopped. Any number of processes share the work through the database. */
export async function startJobs(services: Services): Promise<Runner> {
  const taskList: TaskList = {
    sendInvitation: (payload) => sendInvitation(payload as Jobs['sendInvitation'], services),
    purgeExpired: () => purgeExpired(services),
  };
  // A failed try is told with its job; the worker's own chatter is for debugging.
  const levels: Readonly<Record<string, 'warn' | 'debug'>> = { error: 'warn', warning: 'warn' };
  const logger = new WorkerLogger(() => (level, message) => {
    services.log[levels[level] ?? 'debug']({ jobs: message }, 'jobs');
  });
  return run({
    pgPool: services.jobPool,
    taskList,
    logger,
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    crontab: '17 * * * * purgeExpired',
  });
}

import { EventEmitter } from 'node:events';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { Fault } from '../fault.ts';
import type { Services } from '../services.ts';
import { inJobTrace } from '../tracing/job-trace.ts';
import { withTimeout } from '../with-timeout.ts';
import { endWithoutLostEnds } from './end-without-lost-ends.ts';
import { freeAbandonedJobs, type HeldJobs } from './held-jobs.ts';
import { jobLogger } from './job-logger.ts';
import type { Jobs } from './add-job.ts';
import { applyStripeEventsJob, setUpBillingJob } from './billing.ts';
import { purgeExpired } from './purge-expired.ts';
import { sendInvitation } from './send-invitation.ts';
import { tellLockOut } from './tell-lock-out.ts';
import { failingAtOnce } from './failing-at-once.ts';

/** A mail server that takes its time at every step needs some forty seconds. */
const longestJobMs = 45_000;

type Task = (payload: unknown) => Promise<void>;

/** Works on jobs until it is told to stop, or until a lost connection leaves in doubt which jobs it holds. */
export async function runWorker(services: Services, held: HeldJobs, stopping: AbortSignal): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => held.noteWorker(workerPool.id));
  events.on('job:success', ({ job }) => held.noteDone(job.id));
  const runner = await run({
    pgPool: failingAtOnce(services.jobPool),
    taskList: tasks(services),
    events,
    logger: jobLogger(services.log),
    // Two of them may wait for Stripe while it is slow.
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    crontab: '17 * * * * purgeExpired\n* * * * * freeAbandonedJobs',
    // In batches, even of one, a lost connection ends the worker; without them it would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 }, plugins: [endWithoutLostEnds(events)] },
  });
  const stop = () => {
    runner.stop().catch((error: unknown) => services.log.debug({ err: error }, 'the worker had ended already'));
  };
  // A tick later, when the worker that asked is idle: one that ends while it asks cries out on the console.
  events.once('worker:getJob:error', () => setImmediate(stop));
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  await runner.promise.finally(() => stopping.removeEventListener('abort', stop));
}

function tasks(given: Services): TaskList {
  const services = { ...given, db: given.jobDb };
  const work: Record<string, Task> = {
    sendInvitation: (payload) => sendInvitation(payload as Jobs['sendInvitation'], services),
    tellLockOut: (payload) => tellLockOut(payload as Jobs['tellLockOut'], services),
    setUpBilling: (payload) => setUpBillingJob(payload as Jobs['setUpBilling'], services),
    applyStripeEvents: (payload) => applyStripeEventsJob(payload as Jobs['applyStripeEvents'], services),
    purgeExpired: () => purgeExpired(services),
    freeAbandonedJobs: () => freeAbandonedJobs(services),
  };
  return Object.fromEntries(Object.entries(work).map(([name, task]) => [name, traced(name, inTime(task))]));
}

const inTime = (task: Task) => (payload: unknown) =>
  withTimeout(task(payload), longestJobMs, () => new Fault('The job took too long.'));

const traced = (name: string, task: Task) => (payload: unknown) =>
  inJobTrace(name, (payload as { traceparent?: string }).traceparent, () => task(payload));

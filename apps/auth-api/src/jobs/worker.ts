import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type JobHelpers, type TaskList, type WorkerEvents } from 'graphile-worker';
import { AppError } from '../platform/errors/app-error.ts';
import { emailJobTimeoutMs } from '../platform/lib/email-timeouts.ts';
import { withTimeout } from '../platform/lib/with-timeout.ts';
import { inJobTrace } from '../platform/observability/job-trace.ts';
import type { Services } from '../request/call/services.ts';
import { jobLogger } from '../platform/queue/job-logger.ts';
import type { JobPayloads } from '../platform/queue/queue.ts';
import { requestIdOf } from '../platform/queue/job-flag.ts';
import { shutdownAfterFailure } from '../platform/queue/shutdown-after-failure.ts';
import { JobLocks, releaseStaleLocks } from '../platform/queue/stale-locks.ts';
import {
  applyStripeEvents,
  enqueueInvoiceReads,
  setUpBillingTask,
  enqueueTrialEmails,
} from '../features/billing/billing.tasks.ts';
import {
  sendBillingContactConfirmation,
  sendBillingContactEmail,
} from '../features/billing/contacts/send-contact-emails.ts';
import { enqueueReplacedTokenEmail } from '../features/credentials/enqueue-replaced-token-email.ts';
import { enqueueTokenExpiryEmails } from '../features/credentials/enqueue-token-expiry-emails.ts';
import { createAuditPartitions } from '../request/audit/create-audit-partitions.ts';
import { enqueueTermsEmails } from '../features/accounts/terms/enqueue-terms-emails.ts';
import { completeReassignment, sendReassignmentEmail } from '../features/workspaces/ownership/reassignment.tasks.ts';
import { enqueueDueDeletions, eraseAccount } from '../features/accounts/deletion/deletion.tasks.ts';
import { limitLoginAttempts } from '../features/login/login-attempts.ts';
import { purgeExpired } from './purge-expired.ts';
import { sendAccountEmail } from '../features/emails/send-account-email.ts';
import { sendAccountLockEmail } from '../features/emails/send-account-lock-email.ts';
import {
  enqueueInvitationDigests,
  sendInvitationDigest,
} from '../features/workspaces/invitations/invitation-digests.ts';
import { digestHour } from '../features/emails/email-limits.ts';
import { sendMemberInvitationEmail } from '../features/workspaces/invitations/send-member-invitation-email.ts';
import { sendLogoutTokens } from '../features/instances/send-logout-tokens.ts';
import { sendWorkspaceEvent } from '../features/instances/send-workspace-event.ts';
import { startDeliveries, wakeWebhooks, type WebhookDeliveries } from '../features/webhooks/webhooks.tasks.ts';
import { sendWorkspaceCreatedEmail } from '../features/accounts/users/send-workspace-created-email.ts';

const restartDelayMs = 2_000;
const pollIntervalMs = 2_000;
const jobTimeoutMs = 45_000;

export interface JobWorker {
  /** Finishes the running jobs, then stops. */
  stop(): Promise<void>;
}

/**
 * Runs jobs in this process, and starts again after any database outage. Any number of processes can do so: they share the jobs
 * through the database.
 */
export function startJobWorker(services: Services): JobWorker {
  const deliveries = startDeliveries({ ...services, db: services.jobDb });
  const start = (runner: RunnerOptions) => startRunner({ services, deliveries, ...runner });
  const [webhooks, emails, others] = [start(webhookRunner), start(emailRunner), start(otherRunner)];
  return {
    async stop() {
      await Promise.all([emails.stop(), others.stop(), webhooks.stop().then(() => deliveries.stop())]);
    },
  };
}

interface RunnerOptions {
  readonly runs: (task: string) => boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly crontab?: string;
}

interface WorkerContext {
  readonly services: Services;
  readonly deliveries: WebhookDeliveries;
}

function startRunner(options: RunnerOptions & WorkerContext): JobWorker {
  const { services } = options;
  const stopping = new AbortController();
  const locks = new JobLocks();
  const runSafely = async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => services.log.warn({ err: error }, 'job worker interrupted'));
  };

  const runUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runSafely(async () => {
        await locks.release(services);
        await releaseStaleLocks(services);
        await runWorker(options, locks, stopping.signal);
      });
      // `stop` ends the pause by rejecting it.
      await sleep(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await runSafely(() => locks.release(services));
  };
  const stopped = runUntilStopped();
  return {
    async stop() {
      stopping.abort();
      await stopped;
    },
  };
}

/** Runs jobs until it is stopped, or until it loses a connection and no longer knows which jobs it has. */
async function runWorker(
  { services, crontab, concurrency, ...options }: RunnerOptions & WorkerContext,
  locks: JobLocks,
  stopping: AbortSignal,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => locks.addWorker(workerPool.id));
  events.on('job:success', ({ job }) => locks.addCompleted(job.id));
  const failed = shutdownAfterFailure(events);
  const runner = await run({
    pgPool: services.jobPool,
    taskList: createTasks({ services, ...options }),
    events,
    logger: jobLogger(services.log),
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    crontab: crontab ?? '',
    // With batches, even of one job, a lost connection ends the worker. Without them it would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const stop = () => {
    runner.stop().catch((error: unknown) => services.log.debug({ err: error }, 'job worker had already stopped'));
  };
  // One tick later, when the worker that asked for a job is idle. Stopped during its query, it prints an error to the console.
  events.once('worker:getJob:error', () => setImmediate(stop));
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    await Promise.race([runner.promise, failed]);
  } finally {
    stopping.removeEventListener('abort', stop);
    stop();
  }
}

/** The jobs, and the tasks of the crontab. */
type TaskName =
  | keyof JobPayloads
  | 'purgeExpired'
  | 'createAuditPartitions'
  | 'enqueueTokenExpiryEmails'
  | 'enqueueTrialEmails'
  | 'enqueueInvoiceReads'
  | 'enqueueTermsEmails'
  | 'enqueueDueDeletions'
  | 'enqueueInvitationDigests'
  | 'limitLoginAttempts'
  | 'wakeWebhooks'
  | 'releaseStaleLocks';

/** The tasks that send emails: all that send anything, except to instances. One that is missing below does not compile. */
type EmailTask = Exclude<Extract<TaskName, `send${string}`>, 'sendLogoutTokens' | 'sendWorkspaceEvent'>;

const emailTasks: Readonly<Record<EmailTask, true>> = {
  sendMemberInvitationEmail: true,
  sendInvitationDigest: true,
  sendWorkspaceCreatedEmail: true,
  sendAccountLockEmail: true,
  sendAccountEmail: true,
  sendBillingContactConfirmation: true,
  sendBillingContactEmail: true,
  sendReassignmentEmail: true,
};

const isEmailTask = (task: string) => Object.hasOwn(emailTasks, task);

/** Apart from the other jobs, because a slow mail server occupies it for minutes. */
const emailRunner: RunnerOptions = {
  runs: isEmailTask,
  concurrency: 3,
  timeoutMs: emailJobTimeoutMs,
};

const webhookTask: TaskName = 'deliverWebhookEvents';

/** Apart from the other jobs, so that they do not delay it. It only starts what sends the events (features/webhooks/delivery-runs.ts). */
const webhookRunner: RunnerOptions = {
  runs: (task) => task === webhookTask,
  concurrency: 2,
  timeoutMs: jobTimeoutMs,
};

const otherRunner: RunnerOptions = {
  runs: (task) => !isEmailTask(task) && task !== webhookTask,
  // A slow Stripe occupies at most two of these (features/billing/billing-jobs.ts), and the instances of one
  // customer one, unless other jobs are due (features/credentials/enqueue-logout-tokens.ts).
  concurrency: 3,
  timeoutMs: jobTimeoutMs,
  crontab: [
    '17 * * * * purgeExpired',
    '27 * * * * enqueueTermsEmails',
    '37 * * * * enqueueTrialEmails',
    '47 * * * * enqueueInvoiceReads',
    '47 * * * * enqueueTokenExpiryEmails',
    '57 * * * * createAuditPartitions',
    `0 ${digestHour} * * * enqueueInvitationDigests ?fill=12h`,
    '* * * * * enqueueDueDeletions',
    '* * * * * limitLoginAttempts',
    '* * * * * wakeWebhooks',
    '* * * * * releaseStaleLocks',
  ].join('\n'),
};

type Task = (payload: unknown) => Promise<void>;

function createTasks({
  services: appServices,
  deliveries,
  runs,
  timeoutMs,
}: Pick<RunnerOptions, 'runs' | 'timeoutMs'> & WorkerContext): TaskList {
  const services = { ...appServices, db: appServices.jobDb };
  const tasks: Record<TaskName, Task> = {
    sendMemberInvitationEmail: (payload) =>
      sendMemberInvitationEmail(payload as JobPayloads['sendMemberInvitationEmail'], services),
    sendInvitationDigest: (payload) => sendInvitationDigest(payload as JobPayloads['sendInvitationDigest'], services),
    sendWorkspaceCreatedEmail: (payload) =>
      sendWorkspaceCreatedEmail(payload as JobPayloads['sendWorkspaceCreatedEmail'], services),
    sendAccountLockEmail: (payload) => sendAccountLockEmail(payload as JobPayloads['sendAccountLockEmail'], services),
    sendAccountEmail: (payload) => sendAccountEmail(payload as JobPayloads['sendAccountEmail'], services),
    sendBillingContactConfirmation: (payload) =>
      sendBillingContactConfirmation(payload as JobPayloads['sendBillingContactConfirmation'], services),
    sendBillingContactEmail: (payload) =>
      sendBillingContactEmail(payload as JobPayloads['sendBillingContactEmail'], services),
    enqueueReplacedTokenEmail: (payload) =>
      enqueueReplacedTokenEmail(payload as JobPayloads['enqueueReplacedTokenEmail'], services),
    sendReassignmentEmail: (payload) =>
      sendReassignmentEmail(payload as JobPayloads['sendReassignmentEmail'], services),
    completeReassignment: (payload) => completeReassignment(payload as JobPayloads['completeReassignment'], services),
    eraseAccount: (payload) => eraseAccount(payload as JobPayloads['eraseAccount'], services),
    sendLogoutTokens: (payload) => sendLogoutTokens(payload as JobPayloads['sendLogoutTokens'], services),
    sendWorkspaceEvent: (payload) => sendWorkspaceEvent(payload as JobPayloads['sendWorkspaceEvent'], services),
    setUpBilling: (payload) => setUpBillingTask(payload as JobPayloads['setUpBilling'], services),
    applyStripeEvents: (payload) => applyStripeEvents(payload as JobPayloads['applyStripeEvents'], services),
    deliverWebhookEvents: (payload) => deliveries.wake(payload as JobPayloads['deliverWebhookEvents']),
    purgeExpired: () => purgeExpired(services),
    createAuditPartitions: () => createAuditPartitions(services),
    enqueueDueDeletions: () => enqueueDueDeletions(services),
    enqueueInvitationDigests: () => enqueueInvitationDigests(services),
    limitLoginAttempts: () => limitLoginAttempts(services),
    wakeWebhooks: () => wakeWebhooks(services),
    enqueueTokenExpiryEmails: () => enqueueTokenExpiryEmails(services),
    enqueueTrialEmails: () => enqueueTrialEmails(services),
    enqueueInvoiceReads: () => enqueueInvoiceReads(services),
    enqueueTermsEmails: () => enqueueTermsEmails(services),
    releaseStaleLocks: () => releaseStaleLocks(services),
  };
  return Object.fromEntries(
    Object.entries(tasks)
      .filter(([name]) => runs(name))
      .map(([name, task]) => [name, withTrace(name, withJobTimeout(task, timeoutMs), services)]),
  );
}

const withJobTimeout = (task: Task, timeoutMs: number) => (payload: unknown) =>
  withTimeout(task(payload), timeoutMs, () => new AppError('The job timed out.'));

const withTrace =
  (name: string, task: Task, { log }: Services) =>
  (payload: unknown, { job }: JobHelpers) => {
    const requestId = requestIdOf(job.flags);
    const fields = { 'si.job.id': job.id, 'si.job.task': name, 'si.request.id': requestId };
    return inJobTrace(fields, (payload as { traceparent?: string }).traceparent, async () => {
      await task(payload);
      // Scheduled jobs run every minute.
      log[requestId === undefined ? 'debug' : 'info']('job completed');
    });
  };

import type { LockKind } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';
import { traceHeaders } from '../observability/traced-fetch.ts';
import { currentFlags } from './job-flag.ts';

/** The payload of each kind of job, by its task identifier. */
export interface JobPayloads {
  /**
   * `emailId` identifies the email, so that a retry of the job does not send it twice. `isRequested`: the invitee asked for it, so
   * it counts against the limit of such emails.
   */
  sendMemberInvitationEmail: { emailId: string; invitationId: string; isRequested?: boolean };
  /** Of one mailbox. */
  sendInvitationDigest: { emailId: string; invitationIds: string[] };
  /** `isRequested` as in `sendMemberInvitationEmail`. Then the email names no `creatorId`. */
  sendWorkspaceCreatedEmail: {
    emailId: string;
    workspaceId: string;
    ownerId: string;
    creatorId?: string;
    isRequested?: boolean;
  };
  /** `wasNotified`: whether an earlier email said that the account is locked. */
  sendAccountLockEmail: { userId: string; kind: LockKind; wasNotified: boolean };
  /** Of a row of `account_emails`, which has the rest. */
  sendAccountEmail: { emailId: string };
  /** `emailId` as in `sendMemberInvitationEmail`. */
  sendBillingContactConfirmation: { emailId: string; contactId: string };
  /** Of a row of `billing_contact_emails`, which has the rest. */
  sendBillingContactEmail: { emailId: string };
  /** The token was replaced, and used after its end. */
  enqueueReplacedTokenEmail: { tokenId: string };
  /** About a change of the owner by staff, with the link to object. */
  sendReassignmentEmail: { reassignmentId: string };
  completeReassignment: { reassignmentId: string };
  /** Continues the deletion of an account that is due. */
  eraseAccount: { userId: string };
  /** The instances of these workspaces were entered from the session, which has ended or lost its access to them. */
  sendLogoutTokens: {
    userId: string;
    sessionId: string;
    workspaceIds: string[];
    /** The URLs by workspace when the access ended; they may have changed since. */
    instanceUrls: Record<string, string>;
    /** When the access ended. */
    endedAt: string;
    attempts?: number;
  };
  /** What instances know of the workspace has changed. The job sends its present state. */
  sendWorkspaceEvent: { workspaceId: string; attempts?: number };
  /** Starts to send the events that wait at a webhook. */
  deliverWebhookEvents: { webhookId: string; ownerId: string };
  setUpBilling: { userId: string } & BillingRetry;
  applyStripeEvents: { customerId: string } & BillingRetry;
}

/** What the next attempt of a job knows while Stripe is unreachable. */
export interface BillingRetry {
  attempts?: number;
  /** When it failed first. Missing before that. */
  failingSince?: string;
  isLast?: boolean;
}

/**
 * For jobs of which one customer can cause many: they run after all others that are due, so that they do not delay an email about the
 * security of an account.
 */
export const bulkPriority = 1;

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  /** At most one pending job has a key. */
  readonly key?: string;
  /** Runs the job this much later, by the database's clock. */
  readonly delaySeconds?: number;
  /** 25 by default. */
  readonly maxAttempts?: number;
  /** A pending job with the key stays due when it is. */
  readonly keepsTime?: boolean;
}

type AddJobOptions = { [Option in keyof JobOptions]?: JobOptions[Option] | null };

/** An SQL expression that adds a job, for use inside another statement. */
export function addJobExpression<Name extends keyof JobPayloads>(
  name: Name,
  payload: JobPayloads[Name],
  { queue = null, key = null, delaySeconds = null, maxAttempts = null, keepsTime = false }: AddJobOptions = {},
): Prisma.Sql {
  const { traceparent } = traceHeaders();
  const json = JSON.stringify({ ...payload, traceparent });
  return Prisma.sql`graphile_worker.add_job(${name}::text, ${json}::json,
    queue_name := ${queue}::text, job_key := ${key}::text, run_at := now() + make_interval(secs => ${delaySeconds}::float8),
    max_attempts := ${maxAttempts}::int,
    job_key_mode := ${keepsTime ? 'preserve_run_at' : 'replace'}::text,
    flags := ${currentFlags()}::text[])`;
}

/**
 * Adds a job in the caller's transaction: it exists if and only if that commits. A failed job is retried 25 times with growing
 * pauses, over about four days. After that it stays in the table.
 */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Prisma.TransactionClient,
  name: Name,
  payload: JobPayloads[Name],
  options?: AddJobOptions,
): Promise<void> {
  await tx.$executeRaw`/* add-job */ SELECT ${addJobExpression(name, payload, options)}`;
}

/**
 * An SQL expression that adds a job for each row of a statement. The payload and the key are expressions of its columns. With `keepsTime`,
 * a pending job with the key stays due when it is.
 */
export function addJobOfRow(
  name: keyof JobPayloads,
  payload: Prisma.Sql,
  {
    key,
    delaySeconds = 0,
    keepsTime = false,
  }: {
    readonly key: Prisma.Sql;
    readonly delaySeconds?: number;
    readonly keepsTime?: boolean;
  },
): Prisma.Sql {
  const { traceparent = null } = traceHeaders();
  return Prisma.sql`graphile_worker.add_job(${name}::text,
    (${payload} || jsonb_build_object('traceparent', ${traceparent}::text))::json, job_key := ${key},
    run_at := now() + make_interval(secs => ${delaySeconds}::float8),
    job_key_mode := ${keepsTime ? 'preserve_run_at' : 'replace'}::text,
    flags := ${currentFlags()}::text[])`;
}

interface NewJob<Name extends keyof JobPayloads> {
  readonly payload: JobPayloads[Name];
  readonly queue?: string;
  /** At most one pending job has a key. */
  readonly key?: string;
  /** Jobs with a higher number run after the others that are due. */
  readonly priority?: number;
}

/** Adds several jobs of one kind in the caller's transaction, by one statement. */
export async function addJobs<Name extends keyof JobPayloads>(
  tx: Prisma.TransactionClient,
  name: Name,
  jobs: readonly NewJob<Name>[],
  delaySeconds: number | null = null,
): Promise<void> {
  const { traceparent } = traceHeaders();
  const json = JSON.stringify(jobs.map(({ payload, ...job }) => ({ payload: { ...payload, traceparent }, ...job })));
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${name}::text, job->'payload', queue_name := job->>'queue',
      job_key := job->>'key', priority := (job->>'priority')::int, run_at := now() + make_interval(secs => ${delaySeconds}::float8),
      flags := ${currentFlags()}::text[])
    FROM json_array_elements(${json}::json) AS job`;
}

/**
 * Replaces the pending job with this key. The new payload is made from the pending one; from null if there is none or if it is
 * already running. A job that is running is not retried if it fails.
 */
export async function replaceJob<Name extends keyof JobPayloads>(
  tx: Prisma.TransactionClient,
  name: Name,
  toPayload: (pending: JobPayloads[Name] | null) => JobPayloads[Name],
  { key, ...options }: JobOptions & { readonly key: string },
): Promise<void> {
  const [removed] = await tx.$queryRaw<{ payload: JobPayloads[Name] | null; isRunning: boolean }[]>`
    SELECT payload, locked_at IS NOT NULL AS "isRunning" FROM graphile_worker.remove_job(${key}::text)`;
  const pending = removed?.isRunning ? null : (removed?.payload ?? null);
  await addJob(tx, name, toPayload(pending), { key, ...options });
}

import type { Prisma } from '../generated/prisma/client.ts';
import { traceHeaders } from '../tracing/traced-fetch.ts';

/** Every kind of job with what it is told. */
export interface Jobs {
  /** `emailId`: the same for each try of the job; missing in jobs of earlier releases. */
  sendInvitation: { emailId?: string; workspaceId: string; inviteeId: string; inviterId: string };
  /** `knowsOfLock`: whether a mail told them before that they are locked out. */
  tellLockOut: { userId: string; kind: 'quarantine' | 'suspension'; knowsOfLock: boolean };
  setUpBilling: { userId: string; tries?: number };
  applyStripeEvents: { customerId: string; tries?: number };
}

/** Beyond what is usual: jobs of one queue wait for each other, a key has at most one job waiting. */
export interface JobOptions {
  readonly queue?: string;
  readonly key?: string;
  /** After how many seconds it is done, by the database's clock; else at once. */
  readonly inSeconds?: number;
}

/**
 * Adds a job in the caller's transaction: it exists if and only if that commits. A failed one is tried again with
 * growing pauses, 25 times over some four days, and kept after that.
 */
export async function addJob<Name extends keyof Jobs>(
  tx: Prisma.TransactionClient,
  name: Name,
  payload: Jobs[Name],
  { queue = null, key = null, inSeconds = null }: { [Option in keyof JobOptions]?: JobOptions[Option] | null } = {},
): Promise<void> {
  const { traceparent } = traceHeaders();
  const told = JSON.stringify({ ...payload, traceparent });
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${name}::text, ${told}::json,
      queue_name := ${queue}::text, job_key := ${key}::text, run_at := now() + make_interval(secs => ${inSeconds}::float8))`;
}

/**
 * Adds a job in place of the one that waits under its key, made from what that one was told; from null where there is
 * none, or where it is being done already. That one is not tried again if it fails.
 */
export async function replaceJob<Name extends keyof Jobs>(
  tx: Prisma.TransactionClient,
  name: Name,
  payloadAfter: (waiting: Jobs[Name] | null) => Jobs[Name],
  { key, ...options }: JobOptions & { readonly key: string },
): Promise<void> {
  const [removed] = await tx.$queryRaw<{ payload: Jobs[Name] | null; isUnderWay: boolean }[]>`
    SELECT payload, locked_at IS NOT NULL AS "isUnderWay" FROM graphile_worker.remove_job(${key}::text)`;
  const waiting = removed?.isUnderWay ? null : (removed?.payload ?? null);
  await addJob(tx, name, payloadAfter(waiting), { key, ...options });
}

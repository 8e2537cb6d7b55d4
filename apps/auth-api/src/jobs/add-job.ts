import type { Prisma } from '../generated/prisma/client.ts';
import { traceHeaders } from '../tracing/traced-fetch.ts';

/** Every kind of job with what it is told. */
export interface Jobs {
  sendInvitation: { workspaceId: string; inviteeId: string; inviterId: string };
  setUpBilling: { userId: string; tries?: number };
  applyStripeEvents: { customerId: string; tries?: number };
}

/** Beyond what is usual: jobs of one queue wait for each other, a key has at most one job waiting. */
export interface JobOptions {
  readonly queue?: string;
  readonly key?: string;
  readonly runAt?: Date;
}

/**
 * Adds a job in the caller's transaction: it exists if and only if that commits. A failed one is tried again with
 * growing pauses, 25 times over some four days, and kept after that.
 */
export async function addJob<Name extends keyof Jobs>(
  tx: Prisma.TransactionClient,
  name: Name,
  payload: Jobs[Name],
  { queue = null, key = null, runAt = null }: { [Option in keyof JobOptions]?: JobOptions[Option] | null } = {},
): Promise<void> {
  const { traceparent } = traceHeaders();
  const told = JSON.stringify({ ...payload, traceparent });
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${name}::text, ${told}::json,
      queue_name := ${queue}::text, job_key := ${key}::text, run_at := ${runAt}::timestamptz)`;
}

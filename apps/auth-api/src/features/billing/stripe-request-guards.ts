import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, apiError } from '../../platform/errors/api-error.ts';
import type { BillingAccount } from '../../generated/prisma/client.ts';
import { IdempotencyKeyExhausted } from '../../integrations/stripe/billing-provider.ts';
import { withTimeout } from '../../platform/lib/with-timeout.ts';
import { cleanUp } from '../../request/call/clean-up.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueApplyEvents } from './billing-jobs.ts';

// How requests call Stripe: with a timeout, an idempotency key, and a lock where two saves must not overlap.

/** Whether an error means that billing is unavailable: Stripe cannot be reached, or is not set up for this API. */
export const isBillingUnavailable = (error: unknown) =>
  error instanceof ApiError && (error.type === 'BillingUnavailable' || error.type === 'BillingMisconfigured');

/**
 * Rejects with `BillingUnavailable` if the work takes longer than `STRIPE_TIMEOUT_MS`. The work continues in the background,
 * and the mirror catches up. The signal is for steps that must not happen after the client's retry.
 */
export function withStripeTimeout<Result>(
  work: (timedOut: AbortSignal) => Promise<Result>,
  { settings }: Services,
): Promise<Result> {
  const timeout = new AbortController();
  return withTimeout(work(timeout.signal), settings.STRIPE_TIMEOUT_MS, () => {
    const error = apiError('BillingUnavailable');
    timeout.abort(error);
    return error;
  });
}

/** If Stripe did not respond, enqueues a sync: it may have done its part, and the webhook event about it can be late. */
export async function syncAfterTimeout<Result>(
  userId: string,
  services: Services,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isBillingUnavailable(error)) await cleanUp('enqueue a sync', () => enqueueSync(userId, services), services);
    throw error;
  }
}

async function enqueueSync(userId: string, { db }: Services): Promise<void> {
  const account = await db.billingAccount.findUnique({ where: { userId } });
  if (account?.customerId) await enqueueApplyEvents(account.customerId, db);
}

/**
 * Sends a request with an idempotency key of the user, so that a retry gets the result of the first attempt. If Stripe only
 * replays an error for the key, the next attempt uses another key; it has to look first for what was created.
 */
export async function withIdempotencyKey<Result>(
  operation: string,
  { userId, generation }: BillingAccount,
  request: (key: string) => Promise<Result>,
  services: Services,
): Promise<Result> {
  try {
    return await request(`${operation}-${userId}-${generation}`);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof IdempotencyKeyExhausted) {
      const data = { generation: { increment: 1 } };
      const replaceKey = () => services.db.billingAccount.updateMany({ where: { userId, generation }, data });
      await cleanUp('replace the idempotency key', replaceKey, services);
    }
    throw error;
  }
}

/** How much longer than the timeout a save can run. After that, its process must have exited, and its lock has expired. */
const leaseGraceSeconds = 40;
const pollIntervalMs = 50;

/**
 * Runs one save of a user's billing details at a time, across all processes. The lock is a lease in the database instead of a
 * row lock, which would hold a transaction open while Stripe responds. Throws if the request times out before its turn.
 */
export async function withSaveLock(
  userId: string,
  services: Services,
  timedOut: AbortSignal,
  save: () => Promise<void>,
): Promise<void> {
  let saveLockedUntil = await acquireSaveLock(userId, services);
  while (!saveLockedUntil) {
    await sleep(pollIntervalMs);
    timedOut.throwIfAborted();
    saveLockedUntil = await acquireSaveLock(userId, services);
  }
  try {
    await save();
  } finally {
    const data = { saveLockedUntil: null };
    const release = () => services.db.billingAccount.updateMany({ where: { userId, saveLockedUntil }, data });
    await cleanUp('release the lock of a save', release, services);
  }
}

/** Returns the end of the lease, which identifies it; undefined while another save has the lock. */
async function acquireSaveLock(userId: string, { db, settings }: Services): Promise<Date | undefined> {
  const leaseSeconds = settings.STRIPE_TIMEOUT_MS / 1_000 + leaseGraceSeconds;
  const [acquired] = await db.$queryRaw<{ saveLockedUntil: Date }[]>`
    UPDATE billing_accounts SET save_locked_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE user_id = ${userId} AND (save_locked_until IS NULL OR save_locked_until < now())
    RETURNING save_locked_until AS "saveLockedUntil"`;
  return acquired?.saveLockedUntil;
}

import { dayMs } from '@portal/contract';
import { isAccountClosed } from '../../request/account/deletions.ts';
import { eventsJobOptions, setUpJobOptions } from './billing-jobs.ts';
import { isBillingSetUp, setUpBilling as setUpCustomer } from './customer.ts';
import { isBillingUnavailable } from './stripe-calls.ts';
import { areCustomersUnknown } from './unknown-customers.ts';
import { applyEvents } from './stripe-events.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { KeyRefused } from '../../platform/errors/key-refused.ts';
import type { Services } from '../../request/call/services.ts';
import { addJob, type JobOptions, type JobPayloads } from '../../platform/queue/queue.ts';

/** Creates a user's customer and subscription, and updates the customer's email address to a verified one. */
export async function setUpBillingTask(payload: JobPayloads['setUpBilling'], services: Services): Promise<void> {
  const { userId } = payload;
  const account = await services.db.billingAccount.findUnique({ where: { userId }, include: { user: true } });
  if (!account || (isBillingSetUp(account) && account.email === account.user.email)) return;
  if (await isAccountClosed(userId, services.db)) return;
  await retryWhileUnavailable('setUpBilling', payload, setUpJobOptions(userId), services, async () => {
    await setUpCustomer(userId, services);
  });
}

export async function applyStripeEvents(payload: JobPayloads['applyStripeEvents'], services: Services): Promise<void> {
  await retryWhileUnavailable('applyStripeEvents', payload, eventsJobOptions(payload.customerId), services, () =>
    applyEvents(payload, services),
  );
}

const maxDelaySeconds = 20;
/** As long as graphile-worker retries other jobs. */
const maxOutageMs = 4 * dayMs;

/**
 * Runs a job, and if Stripe is unreachable adds it again with a short delay. graphile-worker's own retries would soon wait for
 * hours, long after Stripe is back. After four days the job fails for good. While the API key is wrong or refused, those retries are enough.
 */
async function retryWhileUnavailable<Name extends 'setUpBilling' | 'applyStripeEvents'>(
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions,
  { db, log }: Services,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = error instanceof ApiError && error.cause instanceof KeyRefused ? error.cause : null;
    if (refusal) log.error({ err: error }, `job failed. ${refusal.message}`);
    if (!isBillingUnavailable(error) || refusal || areCustomersUnknown(error) || payload.isLast) throw error;
    const tries = (payload.attempts ?? 0) + 1;
    const delaySeconds = Math.min(2 ** tries, maxDelaySeconds);
    log.warn({ err: error, tries, delaySeconds }, 'Stripe unreachable, will retry the job');
    const failingSince = payload.failingSince ?? new Date().toISOString();
    const isLast = Date.now() - Date.parse(failingSince) >= maxOutageMs;
    const next = { ...payload, attempts: tries, failingSince, isLast };
    await addJob(db, name, next, { ...options, delaySeconds, ...(isLast && { maxAttempts: 1 }) });
  }
}

import { dayMs } from '@portal/contract';
import { databaseNow } from '../../platform/db/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { safeMessage } from '../../platform/errors/app-error.ts';
import { addJob, type JobOptions, type JobPayloads } from '../../platform/queue/queue.ts';
import { isAccountClosed } from '../../request/account/deletions.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueTrialEmail } from './billing-emails.ts';
import { enqueueApplyEvents, eventsJobOptions, setUpJobOptions } from './billing-jobs.ts';
import { isBillingSetUp, setUpBilling as setUpCustomer } from './customer.ts';
import { isBillingUnavailable } from './stripe-request-guards.ts';
import { applyEvents } from './stripe-events.ts';

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
 * hours, long after Stripe is back. After four days the job fails for good. While an operator has to correct a setting, those
 * retries are enough.
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
    const isMisconfigured = error instanceof ApiError && error.type === 'BillingMisconfigured';
    if (isMisconfigured) log.error({ err: error }, `job failed. ${safeMessage(error.cause) ?? ''}`);
    if (!isBillingUnavailable(error) || isMisconfigured || payload.isLast) throw error;
    const tries = (payload.attempts ?? 0) + 1;
    const delaySeconds = Math.min(2 ** tries, maxDelaySeconds);
    log.warn({ err: error, tries, delaySeconds }, 'Stripe unreachable, will retry the job');
    const failingSince = payload.failingSince ?? new Date().toISOString();
    const isLast = Date.now() - Date.parse(failingSince) >= maxOutageMs;
    const next = { ...payload, attempts: tries, failingSince, isLast };
    await addJob(db, name, next, { ...options, delaySeconds, ...(isLast && { maxAttempts: 1 }) });
  }
}

/** In each transaction, so that a backlog does not exceed the statement timeout. */
const batchSize = 100;

/**
 * Enqueues an email about each trial that ends within seven days, and another one within a day. After an outage it sends what was
 * missed, unless the trial has ended.
 */
export async function enqueueTrialEmails(services: Services): Promise<void> {
  const total = { trials: 0, emails: 0 };
  for (let after: string | null = ''; after !== null;) {
    const batch = await enqueueBatch(after, services);
    total.trials += batch.trials;
    total.emails += batch.emails;
    after = batch.last;
  }
  services.log.info(total, 'enqueued emails about trials that end soon');
}

/** Returns the last user of the batch; null if there are no more. */
function enqueueBatch(after: string, services: Services) {
  return inTransaction(services, async ({ db }) => {
    const locked = await db.$queryRaw<{ userId: string }[]>`
      SELECT user_id AS "userId" FROM billing_accounts
      WHERE subscription_status = 'trialing' AND trial_ends_at > now() AND trial_ends_at <= now() + interval '7 days'
        AND user_id > ${after}
      ORDER BY user_id LIMIT ${batchSize}::int FOR NO KEY UPDATE`;
    const userIds = locked.map(({ userId }) => userId);
    const accounts = await db.billingAccount.findMany({ where: { userId: { in: userIds } } });
    const now = await databaseNow(db);
    let emails = 0;
    for (const account of accounts) if (await enqueueTrialEmail(account, now, db)) emails++;
    return { trials: accounts.length, emails, last: userIds.length < batchSize ? null : (userIds.at(-1) ?? null) };
  });
}

/** How many accounts an hourly run reads. Each takes one request to Stripe for 100 invoices, besides those of a sync. */
const invoiceReads = 500;

/**
 * Enqueues a sync of customers whose older invoices were not read yet, as after an upgrade. Those that waited longest since the last
 * attempt come first, so that customers whose syncs always fail do not keep others waiting.
 */
export async function enqueueInvoiceReads({ db, log }: Services, limit = invoiceReads): Promise<void> {
  const unread = await db.billingAccount.findMany({
    where: { customerId: { not: null }, invoicesReadAt: null },
    select: { userId: true, customerId: true },
    orderBy: [{ invoicesTriedAt: { sort: 'asc', nulls: 'first' } }, { userId: 'asc' }],
    take: limit,
  });
  const customers = unread.flatMap(({ customerId }) => customerId ?? []);
  for (const customerId of customers) await enqueueApplyEvents(customerId, db);
  const userIds = unread.map(({ userId }) => userId);
  await db.billingAccount.updateMany({
    where: { userId: { in: userIds } },
    data: { invoicesTriedAt: await databaseNow(db) },
  });
  log.info({ customers: customers.length }, 'enqueued reads of older invoices');
}

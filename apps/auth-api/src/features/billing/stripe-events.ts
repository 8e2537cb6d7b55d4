import { databaseNow } from '../../platform/db/clock.ts';
import { billingAccountForUpdate } from '../../request/account/row-locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { BillingEvent } from '../../integrations/stripe/billing-provider.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueTrialEmail } from './billing-emails.ts';
import { enqueueApplyEvents } from './billing-jobs.ts';
import { linkCustomer } from './link-customer.ts';
import { syncCustomer } from './sync-customer.ts';

/** Stores a webhook event and enqueues its job, in one transaction. Returns false if the event was stored before. */
export async function storeEvent(event: BillingEvent, payload: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const { customerId } = event;
  const { count } = await tx.stripeEvent.createMany({
    data: [{ ...event, payload, appliedAt: customerId === null ? await databaseNow(tx) : null }],
    skipDuplicates: true,
  });
  if (count === 1 && customerId !== null) await enqueueApplyEvents(customerId, tx);
  return count === 1;
}

/**
 * Syncs a customer for its pending events. Reads the customer from Stripe, so content and order of the events don't matter. The
 * events of a customer without a user are deleted: Stripe reports the deletion of a customer after the user was erased, with the name
 * and address.
 */
export async function applyEvents({ customerId }: JobPayloads['applyStripeEvents'], services: Services): Promise<void> {
  const { db } = services;
  const pending = await db.stripeEvent.findMany({
    where: { customerId, appliedAt: null },
    select: { id: true, occurredAt: true },
    orderBy: { occurredAt: { sort: 'desc', nulls: 'last' } },
  });
  const userId = await findUserId(customerId, services);
  if (userId === null) {
    await db.stripeEvent.deleteMany({ where: { customerId } });
    return;
  }
  const account = await syncCustomer(userId, services);
  const time = pending[0]?.occurredAt;
  if (time && account.subscriptionStatus === 'trialing') await enqueueTrialEmailAsOf(time, userId, services);
  await db.stripeEvent.updateMany({
    where: { id: { in: pending.map(({ id }) => id) } },
    data: { appliedAt: await databaseNow(db) },
  });
}

/**
 * Enqueues the email about the end of a trial that is due by the time of an event. Stripe's clock is ahead of the database's only if
 * it is a test clock, such as the emulator's: otherwise the hourly job is enough.
 */
async function enqueueTrialEmailAsOf(time: Date, userId: string, services: Services): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    if (!(await billingAccountForUpdate(userId, db)) || time <= (await databaseNow(db))) return;
    const account = await db.billingAccount.findUniqueOrThrow({ where: { userId } });
    await enqueueTrialEmail(account, time, db);
  });
}

/**
 * Returns the user of a customer. If the response to its creation was lost, the account does not have the customer yet: then
 * the metadata of the customer names the user.
 */
async function findUserId(customerId: string, { db, billing }: Services): Promise<string | null> {
  const findAccount = () => db.billingAccount.findUnique({ where: { customerId }, select: { userId: true } });
  const account = await findAccount();
  if (account) return account.userId;
  const userId = await billing.findUserId(customerId);
  if (userId === null) return null;
  await linkCustomer({ userId, customerId }, db);
  // None if the user has another customer. The request that created this one may have stored it meanwhile.
  return (await findAccount())?.userId ?? null;
}

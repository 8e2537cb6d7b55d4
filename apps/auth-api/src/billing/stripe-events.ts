import { addJob, type Jobs } from '../jobs/add-job.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { BillingEvent } from '../providers/billing-provider.ts';
import type { Services } from '../services.ts';
import { eventsQueue } from './billing-jobs.ts';
import { syncCustomer } from './sync-customer.ts';

/** Keeps an event, once, and has a job act upon it; both or none of it. Answers whether it came for the first time. */
export async function keepEvent(event: BillingEvent, payload: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const { customerId } = event;
  const { count } = await tx.stripeEvent.createMany({
    data: [{ ...event, payload, appliedAt: customerId === null ? new Date() : null }],
    skipDuplicates: true,
  });
  if (count === 1 && customerId !== null) await applyLater(customerId, tx);
  return count === 1;
}

export const applyLater = (customerId: string, tx: Prisma.TransactionClient) =>
  addJob(tx, 'applyStripeEvents', { customerId }, eventsQueue(customerId));

/** Reads the customer anew, whatever the events said that told of them, and in whichever order they came. */
export async function applyEvents({ customerId }: Jobs['applyStripeEvents'], services: Services): Promise<void> {
  const { db } = services;
  const waiting = await db.stripeEvent.findMany({ where: { customerId, appliedAt: null }, select: { id: true } });
  const userId = await userOf(customerId, services);
  if (userId !== null) await syncCustomer(userId, services);
  await db.stripeEvent.updateMany({
    where: { id: { in: waiting.map(({ id }) => id) } },
    data: { appliedAt: new Date() },
  });
}

/** Whose customer it is. One that was made, but whose answer was lost, is recognised by what it was made with. */
async function userOf(customerId: string, { db, billing }: Services): Promise<string | null> {
  const known = await db.billingAccount.findUnique({ where: { customerId }, select: { userId: true } });
  if (known) return known.userId;
  const userId = await billing.ownerOf(customerId);
  if (userId === null) return null;
  const { count } = await db.billingAccount.updateMany({ where: { userId, customerId: null }, data: { customerId } });
  return count === 1 ? userId : null;
}

import type { Prisma } from '../../generated/prisma/client.ts';
import { addJob, type JobOptions } from '../../platform/queue/queue.ts';

/** Jobs of one queue run one after the other, so a slow Stripe occupies at most this many workers. */
const queueCount = 2;

const queueOf = (id: string) => `stripe-${id.charCodeAt(id.length - 1) % queueCount}`;

/** At most one pending job per user. */
export const setUpJobOptions = (userId: string): JobOptions => ({ key: `billing-${userId}`, queue: queueOf(userId) });

/** At most one pending job per customer, for any number of events. */
export const eventsJobOptions = (customerId: string): JobOptions => ({
  key: `events-${customerId}`,
  queue: queueOf(customerId),
});

/** Enqueues the job that syncs a customer and marks its stored events as applied. */
export const enqueueApplyEvents = (customerId: string, tx: Prisma.TransactionClient) =>
  addJob(tx, 'applyStripeEvents', { customerId }, eventsJobOptions(customerId));

import type { Prisma } from '../generated/prisma/client.ts';
import { addJob, type JobOptions, type JobPayloads } from '../jobs/queue.ts';

/** Jobs of one queue run one after the other, so that unreachable instances occupy at most this many workers. */
const queueCount = 2;

export const logoutTokenJobOptions = (userId: string): JobOptions => ({
  queue: `logout-${userId.charCodeAt(userId.length - 1) % queueCount}`,
});

/** Enqueues the notification of the instances that an ended session entered, in the transaction that ends it. */
export const enqueueLogoutTokens = (payload: JobPayloads['sendLogoutTokens'], tx: Prisma.TransactionClient) =>
  addJob(tx, 'sendLogoutTokens', payload, logoutTokenJobOptions(payload.userId));

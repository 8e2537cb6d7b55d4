import { addJob, type JobOptions, type Jobs } from '../jobs/add-job.ts';
import type { Services } from '../services.ts';
import { isUnavailable } from './in-time.ts';

/** So many jobs at once wait for Stripe, so that while it is slow other jobs go on. */
const queues = 2;
const longestPauseSeconds = 20;

type BillingJob = 'setUpBilling' | 'applyStripeEvents';

const queueOf = (id: string) => `stripe-${id.charCodeAt(id.length - 1) % queues}`;

/** One job a person, whatever asks for it. */
export const setUpQueue = (userId: string): JobOptions => ({ key: `billing-${userId}`, queue: queueOf(userId) });

/** One job a customer, whatever number of events it is about. */
export const eventsQueue = (customerId: string): JobOptions => ({
  key: `events-${customerId}`,
  queue: queueOf(customerId),
});

/**
 * Does a job, or puts it off while billing can’t be reached: with growing pauses that stay short, so that everything is
 * made up for soon after it is back.
 */
export async function orLater<Name extends BillingJob>(
  name: Name,
  payload: Jobs[Name],
  options: JobOptions,
  { db, log }: Services,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const tries = (payload.tries ?? 0) + 1;
    const pause = Math.min(2 ** tries, longestPauseSeconds);
    log.warn({ err: error, job: name, tries, pause }, 'a job waits for billing');
    await addJob(db, name, { ...payload, tries }, { ...options, inSeconds: pause });
  }
}

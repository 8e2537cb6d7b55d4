import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../request/call/services.ts';
import { addJob } from '../../../platform/queue/queue.ts';
import { eraseJobOptions } from './erase-account.task.ts';

/** More are taken in the next minute. */
const limit = 100;

/**
 * Enqueues the deletion of accounts that are due, unless a job is pending. So a deletion continues after any outage, and
 * also after its job has failed for days.
 */
export async function enqueueDueDeletions(services: Services): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const due = await db.$queryRaw<{ userId: string }[]>`
      SELECT d.user_id AS "userId" FROM account_deletions d
      WHERE d.due_at <= now() AND d.cancelled_at IS NULL AND d.completed_at IS NULL AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j WHERE j.key = 'erase:' || d.user_id AND j.attempts < j.max_attempts)
      ORDER BY d.due_at LIMIT ${limit}::int`;
    for (const { userId } of due) await addJob(db, 'eraseAccount', { userId }, eraseJobOptions(userId));
  });
}

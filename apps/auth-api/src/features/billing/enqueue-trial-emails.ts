import { enqueueTrialEmail } from './billing-emails.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../request/call/services.ts';

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

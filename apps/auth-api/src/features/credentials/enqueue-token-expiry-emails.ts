import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import type { Services } from '../../request/call/services.ts';

/** In each transaction, so that a backlog does not exceed the statement timeout. */
const batchSize = 100;

/**
 * Enqueues an email about each API token that expires within seven days, and another one within a day. A token gets each at
 * most once, and never the first after the second, however late this runs and even if the clock is set back: `expiry_email_days` of a
 * token only decreases. A token that was created for no longer than a period gets no email about it.
 */
export async function enqueueTokenExpiryEmails(services: Services): Promise<void> {
  const total = { tokens: 0, emails: 0 };
  for (let isLast = false; !isLast;) {
    const batch = await inTransaction(services, enqueueBatch);
    total.tokens += batch.tokens;
    total.emails += batch.emails;
    isLast = batch.tokens < batchSize;
  }
  services.log.info(total, 'enqueued emails about expiring API tokens');
}

async function enqueueBatch({ db }: DbContext): Promise<{ tokens: number; emails: number }> {
  const tokens = await db.$queryRaw<{ id: string; creatorUserId: string }[]>`
    UPDATE auth_tokens SET expiry_email_days = expiring.days
    FROM (
      SELECT t.id, period.days
      FROM auth_tokens t
      CROSS JOIN LATERAL (SELECT CASE WHEN t.expires_at <= now() + interval '1 day' THEN 1 ELSE 7 END AS days) period
      WHERE t.expires_at > now() AND t.expires_at <= now() + interval '7 days' AND t.revoked_at IS NULL
        AND (t.expiry_email_days IS NULL OR t.expiry_email_days > period.days)
        AND t.expires_at - t.created_at > make_interval(days => period.days)
      ORDER BY t.expires_at LIMIT ${batchSize}::int FOR NO KEY UPDATE OF t SKIP LOCKED
    ) expiring
    WHERE auth_tokens.id = expiring.id
    RETURNING auth_tokens.id, auth_tokens.creator_user_id AS "creatorUserId"`;
  let emails = 0;
  for (const { id: tokenId, creatorUserId } of tokens) {
    if (await enqueueAccountEmail('tokenExpiring', creatorUserId, { tokenId }, db)) emails++;
  }
  return { tokens: tokens.length, emails };
}

import { Prisma } from '../../generated/prisma/client.ts';
import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { expiryPeriod, needsReplacement } from './expiring-tokens.ts';

/** In each transaction, so that a backlog does not exceed the statement timeout. */
const batchSize = 100;

/**
 * Enqueues emails about API tokens 30 days, seven days and one day before they expire: one a day to a person about all tokens of a
 * workspace. The owner gets those about service accounts. A token is in one email for each period at most, and never in an earlier one
 * after a later one, however late this runs and even if the clock is set back: `expiry_email_days` only decreases.
 */
export async function enqueueTokenExpiryEmails(services: Services): Promise<void> {
  const total = { tokens: 0, emails: 0 };
  for (let isLast = false; !isLast;) {
    const batch = await inTransaction(services, enqueueBatch);
    total.tokens += batch.tokens;
    total.emails += batch.emails;
    isLast = batch.members < batchSize;
  }
  services.log.info(total, 'enqueued emails about expiring API tokens');
}

/** The tokens about which an email is due, with the person who gets it and the period. */
const dueTokens = (aheadDays: number) => Prisma.sql`
  SELECT t.id, t.workspace_id, m.user_id, period.days
  FROM auth_tokens t
  JOIN memberships m ON m.workspace_id = t.workspace_id AND (m.user_id = t.user_id OR t.user_id IS NULL AND m.role = 'OWNER')
  CROSS JOIN LATERAL ${expiryPeriod(aheadDays)}
  WHERE t.expires_at <= now() + make_interval(days => 30 + ${aheadDays}::int) AND ${needsReplacement}
    AND (t.expiry_email_days IS NULL OR t.expiry_email_days > period.days)`;

interface Digest {
  readonly userId: string;
  readonly workspaceId: string;
  readonly tokenIds: string[];
}

/**
 * The email also lists what would be due until the next day, so that none of these tokens waits for the next email. An email of a time
 * in the future is from before the clock was set back, and delays nothing.
 */
async function enqueueBatch({ db }: DbContext): Promise<{ members: number; tokens: number; emails: number }> {
  const members = await db.$queryRaw<Omit<Digest, 'tokenIds'>[]>`
    SELECT user_id AS "userId", workspace_id AS "workspaceId" FROM memberships
    WHERE (user_id, workspace_id) IN (SELECT user_id, workspace_id FROM (${dueTokens(0)}) due)
      AND (token_email_at IS NULL OR token_email_at <= now() - interval '1 day' OR token_email_at > now())
    ORDER BY user_id, workspace_id LIMIT ${batchSize}::int FOR NO KEY UPDATE SKIP LOCKED`;
  const userIds = members.map(({ userId }) => userId);
  const workspaceIds = members.map(({ workspaceId }) => workspaceId);
  const digests = await db.$queryRaw<Digest[]>`
    WITH member AS (
      UPDATE memberships SET token_email_at = now()
      WHERE (user_id, workspace_id) IN (SELECT * FROM unnest(${userIds}::text[], ${workspaceIds}::text[]))
      RETURNING user_id, workspace_id
    ), listed AS (
      UPDATE auth_tokens SET expiry_email_days = due.days
      FROM (${dueTokens(1)}) due JOIN member USING (user_id, workspace_id)
      WHERE auth_tokens.id = due.id
      RETURNING auth_tokens.id, due.user_id, due.workspace_id, auth_tokens.expires_at
    )
    SELECT user_id AS "userId", workspace_id AS "workspaceId", array_agg(id ORDER BY expires_at, id) AS "tokenIds"
    FROM listed GROUP BY user_id, workspace_id`;
  let emails = 0;
  for (const { userId, workspaceId, tokenIds } of digests) {
    if (await enqueueAccountEmail('tokenExpiring', userId, { workspaceId, tokenIds }, db)) emails++;
  }
  const tokens = digests.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0);
  return { members: members.length, tokens, emails };
}

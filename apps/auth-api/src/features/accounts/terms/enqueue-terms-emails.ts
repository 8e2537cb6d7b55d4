import { dayMs } from '@portal/contract';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction, type DbContext } from '../../../platform/db/transaction.ts';
import { tokensRefusedAt } from '../../../request/account/legal-documents.ts';
import type { Services } from '../../../request/call/services.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';

/** API tokens in each transaction, so that a backlog does not exceed the statement timeout. */
const batchSize = 200;

/**
 * Enqueues emails to users whose API tokens, or those of service accounts in their workspaces, will be refused, because they have not
 * accepted the current terms: when the terms change, and seven days and one day before. A user gets each at most once, and never an
 * earlier one after a later one: in the row of `terms_emails`, the version only increases and the days of a version only decrease.
 */
export async function enqueueTermsEmails(services: Services): Promise<void> {
  const { legal, settings, log } = services;
  const refusedAt = tokensRefusedAt(services);
  const leftMs = refusedAt.getTime() - (await databaseNow(services.db)).getTime();
  if (leftMs <= 0) return;
  const days = [1, 7].find((period) => leftMs <= period * dayMs) ?? settings.TERMS_GRACE_DAYS;
  const email = { versionId: legal.currentVersionId, refusedAt, days };
  const total = { users: 0, emails: 0 };
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const batch = await inTransaction(services, (context) => enqueueBatch(from, email, context));
    total.users += batch.users;
    total.emails += batch.emails;
    after = batch.last;
  }
  log.info(total, 'enqueued emails about new terms');
}

interface TermsEmail {
  readonly versionId: string;
  readonly refusedAt: Date;
  readonly days: number;
}

/** Returns the last token of the batch; null if there are no more. */
async function enqueueBatch(after: string, { versionId, refusedAt, days }: TermsEmail, { db }: DbContext) {
  const tokens = await db.authToken.findMany({
    where: { id: { gt: after } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: batchSize,
  });
  const users = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO terms_emails (user_id, version_id, days)
    SELECT DISTINCT u.id, ${versionId}, ${days}::int
    FROM auth_tokens t
    JOIN memberships m ON m.workspace_id = t.workspace_id AND (m.user_id = t.user_id OR t.user_id IS NULL AND m.role = 'OWNER')
    JOIN users u ON u.id = m.user_id
    WHERE t.id = ANY (${tokens.map(({ id }) => id)}::text[]) AND t.revoked_at IS NULL AND t.expires_at > now()
      AND coalesce(u.tos_version_id, '') < ${versionId}
    ORDER BY u.id
    ON CONFLICT (user_id) DO UPDATE
      SET version_id = excluded.version_id, days = excluded.days, created_at = excluded.created_at
      WHERE terms_emails.version_id < excluded.version_id
        OR terms_emails.version_id = excluded.version_id AND terms_emails.days > excluded.days
    RETURNING user_id AS id`;
  let emails = 0;
  for (const { id } of users) {
    const details = { versionId, refusedAt: refusedAt.toISOString() };
    if (await enqueueAccountEmail('termsForTokens', id, details, db)) emails++;
  }
  return { users: users.length, emails, last: tokens.length < batchSize ? null : (tokens.at(-1)?.id ?? null) };
}

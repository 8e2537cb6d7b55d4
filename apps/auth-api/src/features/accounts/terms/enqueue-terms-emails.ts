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
  const now = await databaseNow(services.db);
  const total = { users: 0, emails: 0 };
  for (const email of termsEmails(services, now)) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const batch = await inTransaction(services, (context) => enqueueBatch(from, email, context));
      total.users += batch.users;
      total.emails += batch.emails;
      after = batch.last;
    }
  }
  services.log.info(total, 'enqueued emails about new terms');
}

interface TermsEmail {
  readonly versionId: string;
  /** The users who have accepted this version or a later one, but not `acceptedBefore`. */
  readonly acceptedFrom: string;
  readonly acceptedBefore: string;
  readonly refusedAt: Date;
  readonly days: number;
}

/** One for the users who have accepted each earlier version, because their tokens are refused at different times. */
function termsEmails({ legal, settings }: Pick<Services, 'legal' | 'settings'>, now: Date): TermsEmail[] {
  const versionIds = [...legal.earlierSince.map(({ id }) => id).sort(), legal.currentVersionId];
  return versionIds.flatMap((acceptedBefore, index) => {
    const acceptedFrom = versionIds[index - 1] ?? '';
    const refusedAt = tokensRefusedAt({ tosVersionId: acceptedFrom }, { legal, settings });
    const leftMs = refusedAt.getTime() - now.getTime();
    if (leftMs <= 0) return [];
    const days = [1, 7].find((period) => leftMs <= period * dayMs) ?? settings.TERMS_GRACE_DAYS;
    return [{ versionId: legal.currentVersionId, acceptedFrom, acceptedBefore, refusedAt, days }];
  });
}

/** Returns the last token of the batch; null if there are no more. */
async function enqueueBatch(
  after: string,
  { versionId, acceptedFrom, acceptedBefore, refusedAt, days }: TermsEmail,
  { db }: DbContext,
) {
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
      AND coalesce(u.tos_version_id, '') >= ${acceptedFrom} AND coalesce(u.tos_version_id, '') < ${acceptedBefore}
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

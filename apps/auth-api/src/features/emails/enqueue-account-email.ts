import { Prisma, type User } from '../../generated/prisma/client.ts';
import { addJobExpression, addJobs } from '../../platform/queue/queue.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { AccountEmailDetails, AccountEmailKind } from './kinds.ts';

/**
 * Enqueues an email to a user's current verified address, in the caller's transaction: no commit, no email. Later
 * changes of the address do not redirect it. Does nothing for a user without a verified address, and for a kind that the user
 * turned off. Returns whether it was enqueued.
 */
export function enqueueAccountEmail<Kind extends AccountEmailKind>(
  kind: Kind,
  userId: string,
  details: AccountEmailDetails[Kind],
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  return enqueueTo(null, kind, userId, details, tx);
}

/** Enqueues an email of one kind to each of several users, as `enqueueAccountEmail` does, by two statements. */
export async function enqueueAccountEmails<Kind extends AccountEmailKind>(
  kind: Kind,
  emails: readonly { readonly userId: string; readonly details: AccountEmailDetails[Kind] }[],
  tx: Prisma.TransactionClient,
): Promise<void> {
  const ids = emails.map(() => newId());
  const userIds = emails.map(({ userId }) => userId);
  const details = emails.map((email) => JSON.stringify(email.details));
  const enqueued = await tx.$queryRaw<{ id: string }[]>`
    /* enqueue-account-emails */
    INSERT INTO account_emails (id, user_id, kind, recipient, details)
    SELECT email.id, u.id, ${kind}, u.email, email.details::jsonb
    FROM unnest(${ids}::text[], ${userIds}::text[], ${details}::text[]) AS email (id, user_id, details)
    JOIN users u ON u.id = email.user_id
    WHERE u.auth0_id IS NOT NULL AND u.email_verified
      AND NOT EXISTS (SELECT FROM muted_emails muted WHERE muted.user_id = u.id AND muted.kind = ${kind})
    RETURNING id`;
  await addJobs(
    tx,
    'sendAccountEmail',
    enqueued.map(({ id }) => ({ payload: { emailId: id } })),
  );
}

/**
 * Enqueues the email about another email address, to the former one if it was verified. The caller has locked the user before it
 * read `before`, so that concurrent logins do not both see the former address.
 */
export async function enqueueEmailChangedEmail(
  before: Pick<User, 'email' | 'emailVerified'>,
  { id, email }: Pick<User, 'id' | 'email'>,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (!before.emailVerified || before.email === email) return;
  await enqueueTo(before.email, 'emailChanged', id, {}, tx);
}

/** To an address, or else to the user's own if they can receive email: the condition is `canReceiveEmail` in SQL. */
async function enqueueTo<Kind extends AccountEmailKind>(
  address: string | null,
  kind: Kind,
  userId: string,
  details: AccountEmailDetails[Kind],
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const enqueued =
    await tx.$executeRaw`/* enqueue-account-email */ WITH ${enqueueAccountEmailClause(kind, userId, details, address)}`;
  return enqueued === 1;
}

/** What follows `WITH`, for a statement that also changes something else before it. */
export function enqueueAccountEmailClause<Kind extends AccountEmailKind>(
  kind: Kind,
  userId: string,
  details: AccountEmailDetails[Kind],
  address: string | null = null,
): Prisma.Sql {
  const emailId = newId();
  return Prisma.sql`
    email AS (
      INSERT INTO account_emails (id, user_id, kind, recipient, details)
      SELECT ${emailId}, u.id, ${kind}, coalesce(${address}::text, u.email), ${JSON.stringify(details)}::jsonb
      FROM users u
      WHERE u.id = ${userId} AND (${address}::text IS NOT NULL OR u.auth0_id IS NOT NULL AND u.email_verified)
        AND NOT EXISTS (SELECT FROM muted_emails WHERE user_id = ${userId} AND kind = ${kind})
      RETURNING id)
    SELECT ${addJobExpression('sendAccountEmail', { emailId })} FROM email`;
}

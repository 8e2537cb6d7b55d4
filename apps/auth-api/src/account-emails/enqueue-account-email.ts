import { Prisma, type User } from '../generated/prisma/client.ts';
import { addJob } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
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
  // The condition is `canReceiveEmail` in SQL.
  const recipient = Prisma.sql`SELECT email FROM users WHERE id = ${userId} AND auth0_id IS NOT NULL AND email_verified`;
  return enqueueTo(recipient, kind, userId, details, tx);
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
  await enqueueTo(Prisma.sql`SELECT ${before.email}`, 'emailChanged', id, {}, tx);
}

async function enqueueTo<Kind extends AccountEmailKind>(
  recipient: Prisma.Sql,
  kind: Kind,
  userId: string,
  details: AccountEmailDetails[Kind],
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const emailId = newId();
  const enqueued = await tx.$executeRaw`
    INSERT INTO account_emails (id, user_id, kind, recipient, details)
    SELECT ${emailId}, ${userId}, ${kind}, recipient.email, ${JSON.stringify(details)}::jsonb
    FROM (${recipient}) recipient (email)
    WHERE NOT EXISTS (SELECT FROM muted_emails WHERE user_id = ${userId} AND kind = ${kind})`;
  if (enqueued === 0) return false;
  await addJob(tx, 'sendAccountEmail', { emailId });
  return true;
}

import type { Prisma } from '../generated/prisma/client.ts';
import { addJob } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import type { AccountEmailDetails, AccountEmailKind } from './kinds.ts';

/**
 * Enqueues an email to a user's verified address of this moment, in the caller's transaction: no commit, no email. Later
 * changes of the address do not redirect it. Does nothing for a user without a verified address, and for a kind that the user
 * turned off. Returns whether it was enqueued.
 */
export async function enqueueAccountEmail<Kind extends AccountEmailKind>(
  kind: Kind,
  userId: string,
  details: AccountEmailDetails[Kind],
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  // The condition is `canReceiveEmail` in SQL.
  const emailId = newId();
  const enqueued = await tx.$executeRaw`
    INSERT INTO account_emails (id, user_id, kind, recipient, details)
    SELECT ${emailId}, id, ${kind}, email, ${JSON.stringify(details)}::jsonb FROM users
    WHERE id = ${userId} AND auth0_id IS NOT NULL AND email_verified
      AND NOT EXISTS (SELECT FROM muted_emails WHERE user_id = users.id AND kind = ${kind})`;
  if (enqueued === 0) return false;
  await addJob(tx, 'sendAccountEmail', { emailId });
  return true;
}

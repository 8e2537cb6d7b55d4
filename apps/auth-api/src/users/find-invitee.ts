import type { Prisma } from '../generated/prisma/client.ts';
import { lockEmail } from '../db/row-locks.ts';
import { findOrCreatePlaceholder } from './placeholders.ts';

/**
 * Returns the verified account of an email address, or the address's placeholder, whose memberships go to the next login with
 * the verified address. Locks the address until the transaction ends.
 */
export async function findInvitee(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  await lockEmail(email, tx);
  return (await findVerifiedAccount(email, tx)) ?? (await findOrCreatePlaceholder(email, tx));
}

/**
 * Returns the account with this verified address; if there are several, the one with the most recent login. The address of a
 * placeholder is not verified.
 */
export function findVerifiedAccount(email: string, tx: Prisma.TransactionClient) {
  return tx.user.findFirst({
    where: { email, emailVerified: true },
    orderBy: { lastLoginAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true },
  });
}

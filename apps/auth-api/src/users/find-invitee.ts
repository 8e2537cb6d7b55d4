import type { Prisma } from '../generated/prisma/client.ts';
import { newPlaceholderId } from '../lib/ids.ts';
import { lockEmail } from '../db/row-locks.ts';

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

/**
 * Returns the placeholder of an email address: the user row that holds its invitations until a verified login takes them over.
 * An address keeps the same placeholder, also afterwards. Inviters see its id, so the id must not reveal when others invited the
 * address, nor whether it has an account.
 */
export async function findOrCreatePlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO users (id, email, nickname) VALUES (${newPlaceholderId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  return placeholder;
}

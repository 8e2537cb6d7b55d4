import { Fault } from '../fault.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { newPlaceholderId } from '../new-id.ts';
import { holdAddress } from './hold-address.ts';

/**
 * Returns the verified account of an address, or else the address's placeholder, whose memberships go to the next verified
 * login. The address stays locked until the transaction ends.
 */
export async function findInvitee(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  await holdAddress(email, tx);
  return (await findAccount(email, tx)) ?? (await findOrMakePlaceholder(email, tx));
}

/** Returns the account with this verified address; of several, the one that logged in last. */
export function findAccount(email: string, tx: Prisma.TransactionClient) {
  return tx.user.findFirst({
    where: { email, emailVerified: true, auth0Id: { not: null } },
    orderBy: { lastLoginAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true },
  });
}

/**
 * Returns the user row that holds the invitations of an address until a verified login takes them over. Each address has one
 * such row for good, and concurrent invitations share it. Inviters see its id, so the id reveals neither when another user
 * invited the address nor whether anyone logged in with it since.
 */
export async function findOrMakePlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, nickname) VALUES (${newPlaceholderId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  if (!placeholder) throw new Fault('The placeholder of an invitation was not stored.');
  return placeholder;
}

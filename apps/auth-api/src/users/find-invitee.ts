import { Fault } from '../fault.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { newTimelessId } from '../new-id.ts';
import { holdAddress } from './hold-address.ts';

/**
 * Who an address means: the account that has it, verified, or else a placeholder that the first such login takes over.
 * Nobody claims the address until the transaction is over.
 */
export async function findInvitee(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  await holdAddress(email, tx);
  return (await findAccount(email, tx)) ?? (await findOrMakePlaceholder(email, tx));
}

/** Of several identities that share a verified address, the one that logged in last. */
export function findAccount(email: string, tx: Prisma.TransactionClient) {
  return tx.user.findFirst({
    where: { email, emailVerified: true, auth0Id: { not: null } },
    orderBy: { lastLoginAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true },
  });
}

/**
 * What waits at an address for its first login. However many invitations of one address race, they meet in one row. Its id
 * is shown to whoever invites, so it does not tell when somebody else invited the address before.
 */
export async function findOrMakePlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, nickname) VALUES (${newTimelessId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  if (!placeholder) throw new Fault('The placeholder of an invitation was not stored.');
  return placeholder;
}

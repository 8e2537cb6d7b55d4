import type { DbContext } from '../db/transaction.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { newId } from '../lib/ids.ts';

/**
 * Returns the account for which staff prepare something by email address: the one with this verified address, or else the
 * address's placeholder, which the next login with the verified address takes over. Of several accounts the one with the most
 * recent login. The address is locked.
 */
export async function findAccountOrPlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const account = await tx.user.findFirst({
    where: { email, emailVerified: true },
    orderBy: { lastLoginAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true },
  });
  return account ?? (await findOrCreatePlaceholder(email, tx));
}

/** An address keeps the same placeholder, also after a login took over its workspaces and locks. */
async function findOrCreatePlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO users (id, email, nickname) VALUES (${newId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  return placeholder;
}

/** Locks the placeholder of an email address and returns its id; null if there is none. */
export async function lockPlaceholder(email: string, tx: Prisma.TransactionClient): Promise<string | null> {
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE email = ${email} AND auth0_id IS NULL FOR UPDATE`;
  return placeholder?.id ?? null;
}

/**
 * An SQL condition: a row of `users` is a placeholder without workspaces and locks, because a login took them over. Staff do not
 * see it.
 */
export const isEmptyPlaceholder = Prisma.sql`(
  users.auth0_id IS NULL AND users.signed_up_at IS NULL AND users.quarantined_at IS NULL AND users.suspended_at IS NULL
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)
  AND NOT EXISTS (SELECT FROM workspaces w WHERE w.creator_user_id = users.id))`;

/** Returns the id of the address's placeholder in a list if it is empty, for a query's `notIn`. */
export async function findEmptyPlaceholderIds(email: string, { db }: DbContext): Promise<string[]> {
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM users WHERE email = ${email} AND ${isEmptyPlaceholder}`;
  return rows.map(({ id }) => id);
}

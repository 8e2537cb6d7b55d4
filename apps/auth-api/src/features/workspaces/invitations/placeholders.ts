import type { DbContext } from '../../../platform/db/transaction.ts';
import { Prisma, type User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../platform/lib/ids.ts';

/**
 * Returns the placeholder of an email address. It holds what staff prepare for the address until an account proves that the mailbox is
 * its own: an account that only has the verified address may be a stranger's. An address keeps the same placeholder, also after an
 * account took over its workspaces and locks. The address is locked.
 */
export async function findOrCreatePlaceholder(email: string, tx: Prisma.TransactionClient): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO users (id, email, nickname) VALUES (${newId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  return placeholder;
}

/** Locks the placeholder of an email address and returns it; null if there is none. */
export async function placeholderForUpdate(email: string, tx: Prisma.TransactionClient): Promise<User | null> {
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE email = ${email} AND auth0_id IS NULL FOR UPDATE`;
  return placeholder ? tx.user.findUnique({ where: { id: placeholder.id } }) : null;
}

/** A workspace that staff prepared for an address, and that no account has taken over. */
export interface PreparedWorkspace {
  readonly placeholderId: string;
  readonly workspaceId: string;
}

/** Returns the newest workspace that waits for the owner of a mailbox; null if there is none. */
export async function findPreparedWorkspace(email: string, { db }: DbContext): Promise<PreparedWorkspace | null> {
  const membership = await db.membership.findFirst({
    where: { user: { email, auth0Id: null }, workspace: { deletedAt: null, quarantinedAt: null } },
    orderBy: [{ createdAt: 'desc' }, { workspaceId: 'desc' }],
    select: { userId: true, workspaceId: true },
  });
  return membership && { placeholderId: membership.userId, workspaceId: membership.workspaceId };
}

/**
 * An SQL condition: a row of `users` is a placeholder without workspaces and locks, because an account took them over. Staff do not
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

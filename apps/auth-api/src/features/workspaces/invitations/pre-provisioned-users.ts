import type { DbContext } from '../../../platform/db/transaction.ts';
import { Prisma, type User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../platform/lib/ids.ts';

/**
 * Returns the pre-provisioned user of an email address. It holds what staff prepare for the address until an account proves that
 * the mailbox is its own: an account that only has the verified address may be a stranger's. An address keeps the same
 * pre-provisioned user, also after an account took over its workspaces and locks. The address is locked.
 */
export async function findOrCreatePreProvisionedUser(
  email: string,
  tx: Prisma.TransactionClient,
): Promise<{ id: string }> {
  const nickname = email.split('@')[0] ?? email;
  const [preProvisionedUser] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO users (id, email, nickname) VALUES (${newId()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  return preProvisionedUser;
}

/** Locks the pre-provisioned user of an email address and returns it; null if there is none. */
export async function preProvisionedUserForUpdate(email: string, tx: Prisma.TransactionClient): Promise<User | null> {
  const [preProvisionedUser] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE email = ${email} AND auth0_id IS NULL FOR UPDATE`;
  return preProvisionedUser ? tx.user.findUnique({ where: { id: preProvisionedUser.id } }) : null;
}

/** A workspace that staff prepared for an address, and that no account has taken over. */
export interface PreparedWorkspace {
  readonly preProvisionedUserId: string;
  readonly workspaceId: string;
}

/** Returns the newest workspace that waits for the owner of a mailbox; null if there is none. */
export async function findPreparedWorkspace(email: string, { db }: DbContext): Promise<PreparedWorkspace | null> {
  const membership = await db.membership.findFirst({
    where: { user: { email, auth0Id: null }, workspace: { deletedAt: null, quarantinedAt: null } },
    orderBy: [{ createdAt: 'desc' }, { workspaceId: 'desc' }],
    select: { userId: true, workspaceId: true },
  });
  return membership && { preProvisionedUserId: membership.userId, workspaceId: membership.workspaceId };
}

/**
 * An SQL condition: a row of `users` is a pre-provisioned user without workspaces and locks, because an account took them over.
 * Staff do not see it.
 */
export const isEmptyPreProvisionedUser = Prisma.sql`(
  users.auth0_id IS NULL AND users.signed_up_at IS NULL AND users.quarantined_at IS NULL AND users.suspended_at IS NULL
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)
  AND NOT EXISTS (SELECT FROM workspaces w WHERE w.creator_user_id = users.id))`;

/** Returns the id of the address's pre-provisioned user in a list if it is empty, for a query's `notIn`. */
export async function findEmptyPreProvisionedUserIds(email: string, { db }: DbContext): Promise<string[]> {
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM users WHERE email = ${email} AND ${isEmptyPreProvisionedUser}`;
  return rows.map(({ id }) => id);
}

import type { Prisma } from '../generated/prisma/client.ts';
import { holdUser } from '../users/hold-user.ts';
import { isLockedOut } from '../users/lock-outs.ts';

/**
 * Keeps a live workspace and a membership in it from ending, and its person from being locked out, until the transaction
 * is over, so that no token outlives them. Answers whether there is something to hold. The person comes first, then the
 * workspace, as they do wherever they are locked together.
 */
export async function holdMembership(
  workspaceId: string,
  userId: string,
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const user = await holdUser(userId, 'SHARE', db);
  const workspaces = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND deleted_at IS NULL AND quarantined_at IS NULL FOR SHARE`;
  const memberships = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM memberships WHERE workspace_id = ${workspaceId} AND user_id = ${userId} FOR SHARE`;
  return user !== null && !isLockedOut(user) && workspaces.length === 1 && memberships.length === 1;
}

import type { Prisma } from '../generated/prisma/client.ts';

/**
 * Keeps a live workspace and a membership in it from ending until the transaction is over, so that no token outlives
 * them. Answers whether there is something to hold. The workspace comes first, as it does wherever both are locked.
 */
export async function holdMembership(
  workspaceId: string,
  userId: string,
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const workspaces = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND deleted_at IS NULL AND quarantined_at IS NULL FOR SHARE`;
  const memberships = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM memberships WHERE workspace_id = ${workspaceId} AND user_id = ${userId} FOR SHARE`;
  return workspaces.length === 1 && memberships.length === 1;
}

import type { Prisma } from '../generated/prisma/client.ts';

/** Ends every token and code of a workspace; an earlier revocation keeps its time. Answers which API tokens ended now. */
export function endWorkspaceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<string[]> {
  return endTokens({ workspaceId }, { workspaceId }, tx);
}

/**
 * Ends what one person holds in one workspace: the API tokens they made, their instance's tokens and codes. Answers which
 * API tokens ended now.
 */
export function endMemberTokens(workspaceId: string, userId: string, tx: Prisma.TransactionClient): Promise<string[]> {
  return endTokens({ workspaceId, creatorUserId: userId }, { workspaceId, userId }, tx);
}

async function endTokens(
  apiTokens: { workspaceId: string; creatorUserId?: string },
  others: { workspaceId: string; userId?: string },
  tx: Prisma.TransactionClient,
): Promise<string[]> {
  const data = { revokedAt: new Date() };
  const ended = await tx.authToken.updateManyAndReturn({
    where: { ...apiTokens, revokedAt: null },
    data,
    select: { id: true },
  });
  await tx.instanceToken.updateMany({ where: { ...others, revokedAt: null }, data });
  await tx.connectCode.deleteMany({ where: others });
  return ended.map(({ id }) => id);
}

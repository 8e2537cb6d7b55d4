import type { Prisma } from '../generated/prisma/client.ts';

/** Ends every token and code of a workspace; an earlier revocation keeps its time. */
export async function endWorkspaceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<void> {
  await endTokens({ workspaceId }, { workspaceId }, tx);
}

/** Ends what one person holds in one workspace: the API tokens they made, their instance's tokens and codes. */
export async function endMemberTokens(
  workspaceId: string,
  userId: string,
  tx: Prisma.TransactionClient,
): Promise<void> {
  await endTokens({ workspaceId, creatorUserId: userId }, { workspaceId, userId }, tx);
}

async function endTokens(
  apiTokens: { workspaceId: string; creatorUserId?: string },
  others: { workspaceId: string; userId?: string },
  tx: Prisma.TransactionClient,
): Promise<void> {
  const data = { revokedAt: new Date() };
  await tx.authToken.updateMany({ where: { ...apiTokens, revokedAt: null }, data });
  await tx.instanceToken.updateMany({ where: { ...others, revokedAt: null }, data });
  await tx.connectCode.deleteMany({ where: others });
}

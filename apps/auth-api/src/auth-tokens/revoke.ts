import { databaseNow } from '../database/clock.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** What was live and is not any more. */
export interface EndedTokens {
  readonly authTokenIds: string[];
  readonly instanceTokens: number;
  readonly connectCodes: number;
}

/** Ends every token and code of a workspace; an earlier revocation keeps its time. */
export function endWorkspaceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<EndedTokens> {
  return endTokens({ workspaceId }, { workspaceId }, tx);
}

/** Ends what one person holds in one workspace: the API tokens they made, their instance's tokens and codes. */
export function endMemberTokens(
  workspaceId: string,
  userId: string,
  tx: Prisma.TransactionClient,
): Promise<EndedTokens> {
  return endTokens({ workspaceId, creatorUserId: userId }, { workspaceId, userId }, tx);
}

/** Ends what one person holds in every workspace. */
export function endTokensOf(userId: string, tx: Prisma.TransactionClient): Promise<EndedTokens> {
  return endTokens({ creatorUserId: userId }, { userId }, tx);
}

async function endTokens(
  apiTokens: { workspaceId?: string; creatorUserId?: string },
  others: { workspaceId?: string; userId?: string },
  tx: Prisma.TransactionClient,
): Promise<EndedTokens> {
  const now = await databaseNow(tx);
  const revocation = { data: { revokedAt: now }, select: { id: true, expiresAt: true } };
  const authTokens = await tx.authToken.updateManyAndReturn({
    where: { ...apiTokens, revokedAt: null },
    ...revocation,
  });
  const instanceTokens = await tx.instanceToken.updateManyAndReturn({
    where: { ...others, revokedAt: null },
    ...revocation,
  });
  const { count: connectCodes } = await tx.connectCode.deleteMany({ where: { ...others, expiresAt: { gt: now } } });
  await tx.connectCode.deleteMany({ where: others });
  const wasLive = ({ expiresAt }: { expiresAt: Date }) => expiresAt > now;
  return {
    authTokenIds: authTokens.filter(wasLive).map(({ id }) => id),
    instanceTokens: instanceTokens.filter(wasLive).length,
    connectCodes,
  };
}

import type { CredentialSummary } from '@portal/contract';
import type { Prisma } from '../../../generated/prisma/client.ts';

/** How many tokens, sessions and invitations a dialog lists. It shows the number of the others. */
export const maxListed = 10;

/** Summarizes the live tokens and instance sessions of a workspace, of one member of it, or of a user in all workspaces. */
export async function summarizeCredentials(
  { workspaceId, userId }: { workspaceId: string; userId?: string } | { workspaceId?: undefined; userId: string },
  now: Date,
  db: Prisma.TransactionClient,
): Promise<CredentialSummary> {
  const isLive = { ...(workspaceId !== undefined && { workspaceId }), revokedAt: null, expiresAt: { gt: now } };
  // Only a list of several workspaces names them.
  const workspace = workspaceId === undefined && { select: { displayName: true } };
  const named = (of?: { displayName: string } | null) => (of ? { workspaceName: of.displayName } : {});
  const ofTokens = { ...isLive, ...(userId !== undefined && { creatorUserId: userId }) };
  const ofSessions = { ...isLive, ...(userId !== undefined && { userId }) };
  const authTokens = await db.authToken.findMany({
    where: ofTokens,
    include: { creator: { select: { nickname: true } }, workspace },
    orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: maxListed,
  });
  const instanceTokens = await db.instanceToken.findMany({
    where: ofSessions,
    include: { user: { select: { nickname: true } }, workspace },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxListed,
  });
  return {
    authTokens: authTokens.map(({ id, name, creator, lastUsedAt, workspace: of }) => ({
      id,
      name,
      creatorNickname: creator.nickname,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      ...named(of),
    })),
    authTokenCount: await db.authToken.count({ where: ofTokens }),
    instanceSessions: instanceTokens.map(({ user, createdAt, workspace: of }) => ({
      nickname: user.nickname,
      startedAt: createdAt.toISOString(),
      ...named(of),
    })),
    instanceSessionCount: await db.instanceToken.count({ where: ofSessions }),
  };
}

import type { TokenToReview } from '@portal/contract';
import { databaseNow } from '../db/clock.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { toIsoTimestamp } from '../lib/iso-timestamp.ts';

// An API token outlives the session that created it. When a session is ended from elsewhere, because someone else may have used it,
// its user is shown the tokens that it created.

const listedDays = 30;
const maxListed = 100;

/** Asks the users of ended sessions to review the active API tokens that these sessions created. */
export const requestReviewOfSessions = (
  sessions: readonly { readonly id: string; readonly userId: string }[],
  tx: Prisma.TransactionClient,
): Promise<void> =>
  requestReview(
    {
      creatorUserId: { in: [...new Set(sessions.map(({ userId }) => userId))] },
      sessionId: { in: sessions.map(({ id }) => id) },
    },
    tx,
  );

/**
 * Asks the user to review every active API token that the current login did not create: also those of sessions that ended earlier,
 * which a thief may have logged out, and of an earlier login in this browser, whose cookie may have been stolen.
 */
export const requestReviewOfOthers = (
  { userId, sessionId, startedAt }: { userId: string; sessionId: string; startedAt: Date },
  tx: Prisma.TransactionClient,
): Promise<void> =>
  requestReview(
    {
      creatorUserId: userId,
      OR: [{ sessionId: null }, { sessionId: { not: sessionId } }, { createdAt: { lt: startedAt } }],
    },
    tx,
  );

async function requestReview(tokens: Prisma.AuthTokenWhereInput, tx: Prisma.TransactionClient): Promise<void> {
  const now = await databaseNow(tx);
  await tx.authToken.updateMany({
    where: { ...tokens, revokedAt: null, expiresAt: { gt: now } },
    data: { reviewRequestedAt: now },
  });
}

/** Lists the API tokens that the user should review, the newest first. All of them work: the user is a member of the workspace. */
export async function listTokensToReview(
  userId: string,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<TokenToReview[]> {
  const tokens = await db.authToken.findMany({
    where: {
      creatorUserId: userId,
      reviewRequestedAt: { gt: new Date(now.getTime() - listedDays * 86_400_000) },
      revokedAt: null,
      expiresAt: { gt: now },
      workspace: { deletedAt: null, quarantinedAt: null, memberships: { some: { userId } } },
    },
    include: { workspace: { select: { displayName: true } } },
    orderBy: { id: 'desc' },
    take: maxListed,
  });
  return tokens.map(({ id, name, workspaceId, workspace, createdAt, lastUsedAt }) => ({
    id,
    name,
    workspaceId,
    workspaceName: workspace.displayName,
    createdAt: createdAt.toISOString(),
    lastUsedAt: toIsoTimestamp(lastUsedAt),
  }));
}

import type { TokensToReview, TokenToReview } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';

// An API token outlives the session that created it. When a session is ended from elsewhere, because someone else may have used it,
// its user is shown the tokens that it created: their own, and those of service accounts, if the user is still the owner.

const listedDays = 30;
const maxListed = 100;

/** Asks the users of ended sessions to review the active API tokens that these sessions created. */
export const requestReviewOfSessions = (
  sessions: readonly { readonly id: string; readonly userId: string }[],
  tx: Prisma.TransactionClient,
): Promise<void> =>
  requestReview(
    Prisma.sql`created_by_id = ANY (${[...new Set(sessions.map(({ userId }) => userId))]}::text[])
      AND session_id = ANY (${sessions.map(({ id }) => id)}::text[])`,
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
    Prisma.sql`created_by_id = ${userId} AND (session_id IS DISTINCT FROM ${sessionId} OR created_at < ${startedAt})`,
    tx,
  );

/** Locks the tokens by id, like each statement that changes several. */
async function requestReview(tokens: Prisma.Sql, tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    WITH active AS (
      SELECT id FROM auth_tokens WHERE ${tokens} AND revoked_at IS NULL AND expires_at > now()
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE auth_tokens SET review_requested_at = now() FROM active WHERE auth_tokens.id = active.id`;
}

/** Takes an API token of the user off the list. Returns whether the user has such a token, and whether it was listed. */
export async function endReview(
  userId: string,
  tokenId: string,
  tx: Prisma.TransactionClient,
): Promise<{ found: boolean; wasListed: boolean }> {
  const token = await tx.authToken.findFirst({
    where: { id: tokenId, createdById: userId },
    select: { reviewRequestedAt: true },
  });
  const wasListed = token !== null && token.reviewRequestedAt !== null;
  if (wasListed) await tx.authToken.update({ where: { id: tokenId }, data: { reviewRequestedAt: null } });
  return { found: token !== null, wasListed };
}

interface TokenToReviewRow extends Omit<TokenToReview, 'createdAt' | 'lastUsedAt'> {
  readonly total: bigint;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Lists the API tokens that the user should review, the newest first. All of them work: the user is a member of the workspace. */
export async function listTokensToReview(userId: string, db: Prisma.TransactionClient): Promise<TokensToReview> {
  // One statement, like the rest of the list of sessions.
  const tokens = await db.$queryRaw<TokenToReviewRow[]>`
    /* tokens-to-review */
    SELECT t.id, t.name, t.workspace_id AS "workspaceId", w.display_name AS "workspaceName", t.created_at AS "createdAt",
      t.last_used_at AS "lastUsedAt", count(*) OVER () AS total
    FROM auth_tokens t
      JOIN workspaces w ON w.id = t.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
      JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.created_by_id
    WHERE t.created_by_id = ${userId} AND (t.user_id = t.created_by_id OR m.role = 'OWNER') AND t.review_requested_at > now() - make_interval(days => ${listedDays}::int)
      AND t.revoked_at IS NULL AND t.expires_at > now()
    ORDER BY t.id DESC LIMIT ${maxListed}::int`;
  return {
    tokens: tokens.map(({ total: _total, createdAt, lastUsedAt, ...token }) => ({
      ...token,
      createdAt: createdAt.toISOString(),
      lastUsedAt: toIsoTimestamp(lastUsedAt),
    })),
    total: Number(tokens[0]?.total ?? 0),
  };
}

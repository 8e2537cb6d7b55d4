import { lockSessions } from '../../db/row-locks.ts';
import type { Settings } from '../../config/settings.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { enqueueLogoutTokens } from '../../instances/enqueue-logout-tokens.ts';
import { isSessionExpired } from './session-expiry.ts';

export interface EndedSessions {
  /** The sessions that had not expired. */
  readonly active: readonly { readonly id: string; readonly userId: string }[];
  /** The instance tokens that were valid, also of expired sessions. */
  readonly instanceTokens: number;
  /** The codes that were valid. */
  readonly connectCodes: number;
}

interface EnteredInstances {
  readonly sessionId: string;
  readonly workspaceIds: string[];
  readonly validTokens: number;
}

/**
 * Ends the sessions that match a condition on their columns, however they end, with immediate effect on every replica. The
 * foreign keys delete their instance tokens and codes in the same transaction. Jobs then notify the instances.
 */
export async function endSessions(
  condition: Prisma.Sql,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<EndedSessions> {
  const sessions = await lockSessions(condition, tx);
  if (sessions.length === 0) return { active: [], instanceTokens: 0, connectCodes: 0 };
  const ids = sessions.map(({ id }) => id);
  const entered = await tx.$queryRaw<EnteredInstances[]>`
    /* entered-instances */
    SELECT session_id AS "sessionId", array_agg(DISTINCT workspace_id) AS "workspaceIds",
      count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "validTokens"
    FROM instance_tokens WHERE session_id = ANY (${ids}) GROUP BY session_id`;
  const connectCodes = await tx.$executeRaw`
    DELETE FROM connect_codes WHERE session_id = ANY (${ids}) AND expires_at > now()`;
  const userIds = [...new Set(sessions.map(({ userId }) => userId))];
  const revokedWithoutSession = await revokeTokensWithoutSession(userIds, tx);
  await tx.session.deleteMany({ where: { id: { in: ids } } });
  const userIdOf = new Map(sessions.map(({ id, userId }) => [id, userId]));
  const ended = entered.flatMap(({ sessionId, workspaceIds }) => {
    const userId = userIdOf.get(sessionId);
    return userId === undefined ? [] : { userId, sessionId, workspaceIds };
  });
  await enqueueLogoutTokens(ended, tx);
  const active = sessions.filter((session) => !isSessionExpired(session, settings, session.now));
  const validTokens = entered.reduce((sum, { validTokens: count }) => sum + count, 0);
  return { active, instanceTokens: validTokens + revokedWithoutSession, connectCodes };
}

/** Tokens of the previous version do not name their session, so they end with any session of their user. */
const revokeTokensWithoutSession = (userIds: readonly string[], tx: Prisma.TransactionClient) =>
  tx.$executeRaw`
    UPDATE instance_tokens SET revoked_at = now()
    WHERE user_id = ANY (${userIds}) AND session_id IS NULL AND revoked_at IS NULL`;

/**
 * For sessions that are ended from elsewhere: the identity provider may remember the login of that browser, so that it would get a
 * new session without a password. The caller has locked the user.
 */
export async function requireNewLogins(userId: string, tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`UPDATE users SET sessions_ended_at = now() WHERE id = ${userId}`;
}

import { databaseNow } from '../../../platform/db/clock.ts';
import { sessionsForUpdate } from '../../../request/account/row-locks.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { enqueueLogoutTokens } from '../../credentials/enqueue-logout-tokens.ts';
import { isSessionExpired } from '../../../request/auth/session-expiry.ts';

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
 * Ends the sessions that match a condition on their columns, with immediate effect on every replica. The foreign keys delete their
 * instance tokens and codes in the same transaction. Jobs then notify the instances.
 */
export async function endSessions(
  condition: Prisma.Sql,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<EndedSessions> {
  const sessions = await sessionsForUpdate(condition, tx);
  const [first] = sessions;
  if (!first) return { active: [], instanceTokens: 0, connectCodes: 0 };
  const { now } = first;
  const ids = sessions.map(({ id }) => id);
  // Locks all tokens by id, before the foreign keys delete them. Where a token was revoked, the instance has been notified.
  const entered = await tx.$queryRaw<EnteredInstances[]>`
    /* entered-instances */
    SELECT session_id AS "sessionId", array_agg(DISTINCT workspace_id) AS "workspaceIds",
      count(*) FILTER (WHERE expires_at > now())::int AS "validTokens"
    FROM (SELECT session_id, workspace_id, expires_at, revoked_at FROM instance_tokens
      WHERE session_id = ANY (${ids}) ORDER BY id FOR UPDATE) locked
    WHERE revoked_at IS NULL GROUP BY session_id`;
  const { count: connectCodes } = await tx.connectCode.deleteMany({
    where: { sessionId: { in: ids }, expiresAt: { gt: now } },
  });
  await tx.session.deleteMany({ where: { id: { in: ids } } });
  const userIdOf = new Map(sessions.map(({ id, userId }) => [id, userId]));
  const ended = entered.flatMap(({ sessionId, workspaceIds }) => {
    const userId = userIdOf.get(sessionId);
    return userId === undefined ? [] : { userId, sessionId, workspaceIds };
  });
  await enqueueLogoutTokens(ended, tx);
  const active = sessions.filter((session) => !isSessionExpired(session, settings, now));
  const instanceTokens = entered.reduce((sum, { validTokens }) => sum + validTokens, 0);
  return { active, instanceTokens, connectCodes };
}

/**
 * For sessions that are ended from elsewhere: the identity provider may remember the login of that browser, so that it would get a
 * new session without a password. The caller has locked the user.
 */
export async function requireNewLogins(userId: string, tx: Prisma.TransactionClient): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { sessionsEndedAt: await databaseNow(tx) } });
}

import type { UserForStaff } from '@portal/contract';
import type { AllSessionLimits } from '../../request/auth/session-expiry.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { isActiveSession } from '../accounts/sessions/user-sessions.queries.ts';
import { tokensOfUser } from './list-auth-tokens.ts';
import { isAfterCursor } from './ranked-rows.ts';

/** Counts the workspaces, API tokens and active sessions of a user. */
export async function countsOfUser(
  userId: string,
  limits: AllSessionLimits,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<UserForStaff['counts']> {
  const undeleted = { deletedAt: null };
  const tokens = tokensOfUser(userId);
  const [{ sessions }] = await db.$queryRaw<[{ sessions: number }]>`
    SELECT count(*)::int AS sessions FROM sessions WHERE ${isActiveSession(userId, limits)}`;
  return {
    workspaces: await db.membership.count({ where: { userId, workspace: undeleted } }),
    deletedWorkspaces: await db.membership.count({ where: { userId, workspace: { NOT: undeleted } } }),
    ownedWorkspaces: await db.membership.count({ where: { userId, role: 'OWNER', workspace: undeleted } }),
    authTokens: await db.authToken.count({ where: tokens }),
    activeAuthTokens: await db.authToken.count({ where: { ...tokens, revokedAt: null, expiresAt: { gt: now } } }),
    sessions,
  };
}

/** The workspaces of a user after a cursor, deleted ones last. */
export const userWorkspaces = (userId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT w.id, (w.deleted_at IS NOT NULL)::int AS rank
    FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

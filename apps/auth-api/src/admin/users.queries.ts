import type { AllSessionLimits } from '../auth/session/session-expiry.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { isActiveSession } from '../user-sessions/user-sessions.queries.ts';
import { isAfterCursor } from './ranked-rows.ts';

export const userCounts = (userId: string, limits: AllSessionLimits) => Prisma.sql`
  SELECT m.*, t.*, s.* FROM
    (SELECT count(*) FILTER (WHERE w.deleted_at IS NULL)::int AS "workspaces",
        count(*) FILTER (WHERE w.deleted_at IS NOT NULL)::int AS "deletedWorkspaces",
        count(*) FILTER (WHERE w.deleted_at IS NULL AND m.role = 'OWNER')::int AS "ownedWorkspaces"
      FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}) m,
    (SELECT count(*)::int AS "authTokens",
        count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
      FROM auth_tokens WHERE creator_user_id = ${userId}) t,
    (SELECT count(*)::int AS "sessions" FROM sessions WHERE ${isActiveSession(userId, limits)}) s`;

/** The workspaces of a user after a cursor, deleted ones last. */
export const userWorkspaces = (userId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT w.id, (w.deleted_at IS NOT NULL)::int AS rank
    FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

import { Prisma } from '../generated/prisma/client.ts';
import { isAfterCursor } from './ranked-rows.ts';

export const workspaceCounts = (workspaceId: string) => Prisma.sql`
  SELECT m.*, t.* FROM
    (SELECT count(*)::int AS "members" FROM memberships WHERE workspace_id = ${workspaceId}) m,
    (SELECT count(*)::int AS "authTokens",
        count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
      FROM auth_tokens WHERE workspace_id = ${workspaceId}) t`;

/** The members of a workspace after a cursor, the owner first. */
export const workspaceMembers = (workspaceId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT user_id AS id, (role <> 'OWNER')::int AS rank FROM memberships WHERE workspace_id = ${workspaceId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

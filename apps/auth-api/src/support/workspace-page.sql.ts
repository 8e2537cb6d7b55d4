import { Prisma } from '../generated/prisma/client.ts';
import { isBehind } from './ranked.ts';

export const countsOfWorkspace = (workspaceId: string) => Prisma.sql`
  SELECT m.*, t.* FROM
    (SELECT count(*)::int AS "members" FROM memberships WHERE workspace_id = ${workspaceId}) m,
    (SELECT count(*)::int AS "authTokens",
        count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
      FROM auth_tokens WHERE workspace_id = ${workspaceId}) t`;

/** The members of a workspace after those of the page before, the owner first. */
export const membersForStaff = (workspaceId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT user_id AS id, (role <> 'OWNER')::int AS rank FROM memberships WHERE workspace_id = ${workspaceId}
  ) ranked
  WHERE ${isBehind(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

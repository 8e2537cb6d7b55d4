import { Prisma } from '../../generated/prisma/client.ts';
import { isAfterCursor } from './ranked-rows.ts';

/** The members of a workspace after a cursor, the owner first. */
export const workspaceMembers = (workspaceId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT user_id AS id, (role <> 'OWNER')::int AS rank FROM memberships WHERE workspace_id = ${workspaceId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

import type { SessionLimits } from '../auth/session/session-expiry.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { isAfterCursor } from './ranked-rows.ts';

export interface AllSessionLimits {
  readonly ordinary: SessionLimits;
  readonly staff: SessionLimits;
}

const maxSeconds = ({ ordinary, staff }: AllSessionLimits) =>
  Prisma.sql`CASE WHEN is_staff THEN ${staff.maxSeconds}::int ELSE ${ordinary.maxSeconds}::int END`;

/** An SQL condition: a session of the user is active, by the rules that authenticate a request. */
const isActive = (userId: string, limits: AllSessionLimits) => Prisma.sql`
  user_id = ${userId} AND expires_at > now()
  AND last_seen_at > now()
    - make_interval(secs => CASE WHEN is_staff THEN ${limits.staff.idleSeconds}::int ELSE ${limits.ordinary.idleSeconds}::int END)
  AND created_at > now() - make_interval(secs => ${maxSeconds(limits)})`;

export const userCounts = (userId: string, limits: AllSessionLimits) => Prisma.sql`
  SELECT m.*, t.*, s.* FROM
    (SELECT count(*) FILTER (WHERE w.deleted_at IS NULL)::int AS "workspaces",
        count(*) FILTER (WHERE w.deleted_at IS NOT NULL)::int AS "deletedWorkspaces",
        count(*) FILTER (WHERE w.deleted_at IS NULL AND m.role = 'OWNER')::int AS "ownedWorkspaces"
      FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}) m,
    (SELECT count(*)::int AS "authTokens",
        count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
      FROM auth_tokens WHERE creator_user_id = ${userId}) t,
    (SELECT count(*)::int AS "sessions" FROM sessions WHERE ${isActive(userId, limits)}) s`;

/** The workspaces of a user after a cursor, deleted ones last. */
export const userWorkspaces = (userId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT w.id, (w.deleted_at IS NOT NULL)::int AS rank
    FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = ${userId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;

/** Identifies a session to staff. It is a hash of the stored hash, so it cannot be used to log in. */
const sessionKey = Prisma.sql`upper(left(encode(sha256(convert_to(id_hash, 'UTF8')), 'hex'), 26))`;

/** The active sessions of a user after a cursor, newest first. */
export function userSessions(
  userId: string,
  limits: AllSessionLimits,
  after: { readonly timestamp: Date; readonly id: string } | null,
  limit: number,
): Prisma.Sql {
  const isAfter = after
    ? Prisma.sql`WHERE ("startedAt", key) < (${after.timestamp.toISOString()}::timestamptz, ${after.id}::text)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT key, "startedAt", "lastSeenAt", "expiresAt" FROM (
      SELECT ${sessionKey} AS key, created_at AS "startedAt", last_seen_at AS "lastSeenAt",
        least(expires_at, created_at + make_interval(secs => ${maxSeconds(limits)})) AS "expiresAt"
      FROM sessions WHERE ${isActive(userId, limits)}
    ) active
    ${isAfter} ORDER BY "startedAt" DESC, key DESC LIMIT ${limit}::int`;
}

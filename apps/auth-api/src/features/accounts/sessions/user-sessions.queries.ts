import { limitOf, type AllSessionLimits } from '../../../request/auth/session-expiry.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** An SQL condition: a session of the user is active, by the rules that authenticate a request. */
export const isActiveSession = (userId: string, limits: AllSessionLimits) => Prisma.sql`
  user_id = ${userId} AND expires_at > now()
  AND last_seen_at > now() - make_interval(secs => ${limitOf('idleSeconds', limits)})
  AND created_at > now() - make_interval(secs => ${limitOf('maxSeconds', limits)})`;

export interface ActiveSessionRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Null for a browser. */
  readonly clientId: string | null;
  readonly host: string | null;
  readonly scopes: string[] | null;
  readonly workspaceIds: string[] | null;
}

/** The active sessions of a user after a cursor, newest first. */
export function activeSessions(
  userId: string,
  limits: AllSessionLimits,
  after: { readonly timestamp: Date; readonly id: string } | null,
  limit: number,
): Prisma.Sql {
  const isAfter = after
    ? Prisma.sql`AND (created_at, id) < (${after.timestamp.toISOString()}::timestamptz, ${after.id}::text)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT id, created_at AS "startedAt", last_seen_at AS "lastSeenAt", ip, user_agent AS "userAgent",
      least(expires_at, created_at + make_interval(secs => ${limitOf('maxSeconds', limits)})) AS "expiresAt",
      client_id AS "clientId", host, scopes, workspace_ids AS "workspaceIds"
    FROM sessions LEFT JOIN terminal_logins ON session_id = id
    WHERE ${isActiveSession(userId, limits)} ${isAfter}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}::int`;
}

export interface EnteredInstanceRow {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly displayName: string;
}

/** The workspaces whose instances were entered from sessions, with a token that is still valid. */
export const enteredInstances = (sessionIds: readonly string[]) => Prisma.sql`
  /* instances-of-sessions */
  SELECT DISTINCT t.session_id AS "sessionId", w.id AS "workspaceId", w.display_name AS "displayName"
  FROM instance_tokens t JOIN workspaces w ON w.id = t.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
  WHERE t.session_id = ANY (${sessionIds}) AND t.revoked_at IS NULL AND t.expires_at > now()
  ORDER BY w.display_name, w.id`;

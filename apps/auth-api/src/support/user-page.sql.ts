/** How many seconds a session may last. */
const longest = `CASE WHEN is_staff THEN $5::int ELSE $3::int END`;

/** As a request judges it: $2 and $3 how many seconds a session may be idle and last, $4 and $5 the same for one of staff. */
const isAlive = `
  user_id = $1 AND expires_at > now()
  AND last_seen_at > now() - make_interval(secs => CASE WHEN is_staff THEN $4::int ELSE $2::int END)
  AND created_at > now() - make_interval(secs => ${longest})`;

/** $1 the person, $2 to $5 the limits of their sessions. */
export const countsOfUser = {
  name: 'counts-of-user',
  plansDiffer: true,
  text: `
    SELECT m.*, t.*, s.* FROM
      (SELECT count(*) FILTER (WHERE w.deleted_at IS NULL)::int AS "workspaces",
          count(*) FILTER (WHERE w.deleted_at IS NOT NULL)::int AS "deletedWorkspaces",
          count(*) FILTER (WHERE w.deleted_at IS NULL AND m.role = 'OWNER')::int AS "ownedWorkspaces"
        FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = $1) m,
      (SELECT count(*)::int AS "authTokens",
          count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
        FROM auth_tokens WHERE creator_user_id = $1) t,
      (SELECT count(*)::int AS "sessions" FROM sessions WHERE ${isAlive}) s`,
};

/** $1 the person, $2 and $3 the rank and the id of the last row before or null, $4 how many. Deleted ones rank behind. */
export const workspacesOfUser = {
  name: 'workspaces-of-user-for-staff',
  plansDiffer: true,
  text: `
    SELECT rank, id FROM (
      SELECT w.id, (w.deleted_at IS NOT NULL)::int AS rank
      FROM memberships m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = $1
    ) ranked
    WHERE $2::int IS NULL OR rank > $2::int OR (rank = $2::int AND id < $3::text)
    ORDER BY rank, id DESC LIMIT $4::int`,
};

/** The key is made from the stored hash and leads back to nothing. */
const sessionKey = `upper(left(encode(sha256(convert_to(id_hash, 'UTF8')), 'hex'), 26))`;

/** $1 the person, $2 to $5 the limits of their sessions, $6 and $7 the moment and the key of the last row before or null, $8 how many. */
export const sessionsOfUser = {
  name: 'sessions-of-user',
  plansDiffer: true,
  text: `
    SELECT key, "beganAt", "lastSeenAt", "expiresAt" FROM (
      SELECT ${sessionKey} AS key, created_at AS "beganAt", last_seen_at AS "lastSeenAt",
        least(expires_at, created_at + make_interval(secs => ${longest})) AS "expiresAt"
      FROM sessions WHERE ${isAlive}
    ) live
    WHERE $6::timestamptz IS NULL OR ("beganAt", key) < ($6::timestamptz, $7::text)
    ORDER BY "beganAt" DESC, key DESC LIMIT $8::int`,
};

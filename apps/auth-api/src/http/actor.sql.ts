import { lockOutState } from '../users/lock-outs.sql.ts';

/** The columns of a user under the names of the Prisma model, and the clock by which they are judged. */
const user = `
  u.id, u.auth0_id AS "auth0Id", u.email, u.email_verified AS "emailVerified", u.first_name AS "firstName",
  u.last_name AS "lastName", u.nickname, u.picture_url AS "pictureUrl",
  u.provider_picture_url AS "providerPictureUrl", u.github_username AS "githubUsername",
  u.discord_username AS "discordUsername", u.tos_version_id AS "tosVersionId",
  u.reviewed_profile_at AS "reviewedProfileAt", ${lockOutState},
  u.signed_up_at AS "signedUpAt", u.last_login_at AS "lastLoginAt", u.created_at AS "createdAt", now() AS now`;

const bySession = (columns: string, membership: string) => `
    SELECT ${user}, s.created_at AS "beganAt", s.last_seen_at AS "lastSeenAt", s.logged_in_at AS "loggedInAt",
      s.is_staff AS "isStaff", ${columns}
    FROM sessions s
    JOIN users u ON u.id = s.user_id${membership}
    WHERE s.id_hash = $1 AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => $2)`;

/** $1 session hash, $2 idle limit in seconds. One row, or none if the session is over. */
export const actorBySession = {
  name: 'actor-by-session',
  text: bySession('NULL AS "workspaceId", NULL AS role', ''),
};

/** $1 session hash, $2 idle limit in seconds, $3 workspace id. One row, or none if the session is over. */
export const actorInWorkspaceBySession = {
  name: 'actor-in-workspace-by-session',
  text: bySession(
    'm.workspace_id AS "workspaceId", m.role',
    `
    LEFT JOIN (memberships m JOIN workspaces w ON w.id = m.workspace_id
      AND w.deleted_at IS NULL AND w.quarantined_at IS NULL) ON m.user_id = u.id AND m.workspace_id = $3`,
  ),
};

const tokenIsAlive = `
    JOIN memberships m ON m.user_id = u.id AND m.workspace_id = t.workspace_id
    JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
    WHERE t.id = $1 AND t.revoked_at IS NULL AND t.expires_at > now()`;

/** $1 token id. No row if token, membership or workspace is not what it was. */
export const actorByApiToken = {
  name: 'actor-by-api-token',
  text: `
    SELECT ${user}, t.id AS "tokenId", t.name AS "tokenName", t.expires_at AS "expiresAt",
      t.last_used_at AS "lastUsedAt", m.workspace_id AS "workspaceId", m.role
    FROM auth_tokens t JOIN users u ON u.id = t.creator_user_id ${tokenIsAlive}`,
};

/** $1 token id. */
export const actorByInstanceToken = {
  name: 'actor-by-instance-token',
  text: `
    SELECT ${user}, t.id AS "tokenId", NULL AS "tokenName", t.expires_at AS "expiresAt",
      NULL::timestamptz AS "lastUsedAt", m.workspace_id AS "workspaceId", m.role
    FROM instance_tokens t JOIN users u ON u.id = t.user_id ${tokenIsAlive}`,
};

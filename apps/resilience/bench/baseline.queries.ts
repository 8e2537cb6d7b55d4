/** $1 is the hash of the session id, $2 the workspace id. */
const activeSession = `s.id_hash = $1 AND s.expires_at > now()`;
const membership = `FROM sessions s JOIN memberships m ON m.user_id = s.user_id AND m.workspace_id = $2`;

const userColumns = `
  u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.nickname,
  u.email_verified AS "emailVerified", u.picture_url AS "pictureUrl", u.github_username AS "githubUsername",
  u.discord_username AS "discordUsername", u.auth0_id AS "auth0Id", u.quarantined_at AS "quarantinedAt",
  u.suspended_at AS "suspendedAt", u.tos_version_id AS "latestTosVersion", u.reviewed_profile_at AS "reviewedProfile"`;

/** $1 is the id of the API token. */
export const whoamiByToken = {
  name: 'whoami-by-token',
  text: `
    SELECT ${userColumns}, t.workspace_id AS "workspaceId", t.name AS "tokenName", t.scopes,
      t.expires_at AS "expiresAt"
    FROM auth_tokens t
    JOIN users u ON u.id = t.user_id
    JOIN memberships m ON m.user_id = u.id AND m.workspace_id = t.workspace_id
    WHERE t.id = $1 AND t.revoked_at IS NULL AND t.expires_at > now()`,
};

export const whoami = {
  name: 'whoami',
  text: `
    SELECT ${userColumns}
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE ${activeSession}`,
};

const selectWorkspace = `
  SELECT w.id, w.display_name AS "displayName", w.description, w.instance_url AS "instanceUrl",
    w.instance_env_type AS "instanceEnvType", w.approvals_enabled AS "approvalsEnabled",
    w.creator_user_id AS "creatorUserId", w.created_at AS "createdAt", m.role, m.is_default AS "isDefault",
    m.is_favourite AS "isFavourite", m.is_hidden AS "isHidden",
    json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'nickname', c.nickname) AS "creatorUser",
    json_build_object('userId', ou.id, 'firstName', ou.first_name, 'lastName', ou.last_name, 'nickname', ou.nickname) AS owner,
    w.last_active_at AS "lastActiveAt"
  FROM sessions s
  JOIN memberships m ON m.user_id = s.user_id
  JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
  JOIN users c ON c.id = w.creator_user_id
  JOIN memberships o ON o.workspace_id = w.id AND o.role = 'OWNER'
  JOIN users ou ON ou.id = o.user_id
  WHERE ${activeSession}`;

export const listWorkspaces = {
  name: 'list-workspaces',
  text: `${selectWorkspace} ORDER BY m.is_default DESC, m.is_favourite DESC, w.instance_env_type, lower(w.display_name), w.id`,
};

export const getWorkspace = { name: 'get-workspace', text: `${selectWorkspace} AND m.workspace_id = $2` };

export const listMembers = {
  name: 'list-members',
  text: `
    SELECT o.user_id AS "userId", u.email, u.nickname, o.role, u.auth0_id IS NULL AS pending
    ${membership} JOIN memberships o ON o.workspace_id = m.workspace_id JOIN users u ON u.id = o.user_id
    WHERE ${activeSession} ORDER BY (o.role = 'OWNER') DESC, u.email, u.id`,
};

const tokenColumns = `t.id, t.name, t.user_id AS "userId", t.service_account_id AS "serviceAccountId",
  t.created_by_id AS "creatorUserId", t.scopes, t.networks, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
  t.revoked_at AS "revokedAt", t.last_used_at AS "lastUsedAt", t.last_used_network AS "lastUsedNetwork",
  t.last_used_client AS "lastUsedClient", t.rotates_until AS "rotatesUntil", t.replaced_by_id AS "replacedById",
  t.replaced_at AS "replacedAt", t.used_after_replaced_at AS "usedAfterReplacedAt"`;

export const listAuthTokens = {
  name: 'list-auth-tokens',
  text: `
    SELECT ${tokenColumns} ${membership} JOIN auth_tokens t ON t.workspace_id = m.workspace_id
    WHERE ${activeSession} ORDER BY t.created_at DESC`,
};

export const getAuthToken = {
  name: 'get-auth-token',
  text: `
    SELECT ${tokenColumns} ${membership} JOIN auth_tokens t ON t.workspace_id = m.workspace_id AND t.id = $3 WHERE ${activeSession}`,
};

/** $2 is the new id, $3 the name. */
export const createWorkspace = {
  name: 'create-workspace',
  text: `
    WITH created AS (
      INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
      SELECT $2, $3, 'https://app.systeminit.com', 'SI', s.user_id FROM sessions s WHERE ${activeSession}
      RETURNING id, creator_user_id)
    INSERT INTO memberships (workspace_id, user_id, role) SELECT id, creator_user_id, 'OWNER' FROM created
    RETURNING workspace_id AS id`,
};

/** $3 is the new id, $4 the name. */
export const createAuthToken = {
  name: 'create-auth-token',
  text: `
    INSERT INTO auth_tokens AS t (id, workspace_id, user_id, created_by_id, session_id, name, scopes, networks, expires_at)
    SELECT $3, m.workspace_id, s.user_id, s.user_id, s.id, $4, ARRAY['workspace:read'], '{}', now() + interval '2 days' ${membership} WHERE ${activeSession}
    RETURNING ${tokenColumns}`,
};

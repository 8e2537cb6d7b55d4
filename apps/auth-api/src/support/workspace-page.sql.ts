/** $1 the workspace. */
export const countsOfWorkspace = {
  name: 'counts-of-workspace',
  plansDiffer: true,
  text: `
    SELECT m.*, t.* FROM
      (SELECT count(*)::int AS "members" FROM memberships WHERE workspace_id = $1) m,
      (SELECT count(*)::int AS "authTokens",
          count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
        FROM auth_tokens WHERE workspace_id = $1) t`,
};

/** $1 the workspace, $2 and $3 the rank and the id of the last row before or null, $4 how many. The owner ranks first. */
export const membersForStaff = {
  name: 'members-for-staff',
  plansDiffer: true,
  text: `
    SELECT rank, id FROM (
      SELECT user_id AS id, (role <> 'OWNER')::int AS rank FROM memberships WHERE workspace_id = $1
    ) ranked
    WHERE $2::int IS NULL OR rank > $2::int OR (rank = $2::int AND id < $3::text)
    ORDER BY rank, id DESC LIMIT $4::int`,
};

/**
 * Adds memberships to a database without triggers, with what these would copy to them. `rows` selects workspace_id, user_id,
 * role and is_favourite.
 */
export const seededMemberships = (rows: string) =>
  `INSERT INTO memberships (workspace_id, user_id, role, is_favourite, member_order, workspace_order, workspace_live,
     workspace_display_name, workspace_description, workspace_instance_url, workspace_instance_env_type,
     workspace_approvals_enabled, workspace_created_at,
     creator_user_id, creator_first_name, creator_last_name, creator_nickname)
   SELECT w.id, u.id, role::workspace_role, is_favourite, u.email, workspace_order(w.instance_env_type, w.display_name),
     w.deleted_at IS NULL AND w.quarantined_at IS NULL,
     w.display_name, w.description, w.instance_url, w.instance_env_type,
     w.approvals_enabled, w.created_at,
     c.id, c.first_name, c.last_name, c.nickname
   FROM (${rows}) member JOIN workspaces w ON w.id = workspace_id JOIN users u ON u.id = user_id
     JOIN users c ON c.id = w.creator_user_id`;

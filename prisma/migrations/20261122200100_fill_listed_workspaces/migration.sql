-- Alone, and in small parts that are each committed, so that nobody waits for the whole of it. A part is held before it is
-- looked up, so that what changes meanwhile is written after it. Begun anew it goes over the parts that it has done.
DO $$
DECLARE
  last_workspace text := '';
  last_user text := '';
  of_workspaces text[];
  of_users text[];
BEGIN
  LOOP
    SELECT array_agg("workspace_id"), array_agg("user_id") INTO of_workspaces, of_users FROM (
      SELECT "workspace_id", "user_id" FROM "memberships"
      WHERE ("workspace_id", "user_id") > (last_workspace, last_user)
      ORDER BY "workspace_id", "user_id" LIMIT 1000 FOR NO KEY UPDATE
    ) part;
    EXIT WHEN of_users IS NULL;
    UPDATE "memberships" m SET
      "workspace_display_name" = w."display_name",
      "workspace_description" = w."description",
      "workspace_instance_url" = w."instance_url",
      "workspace_instance_env_type" = w."instance_env_type",
      "workspace_approvals_enabled" = w."approvals_enabled",
      "workspace_created_at" = w."created_at",
      "workspace_is_live" = w."deleted_at" IS NULL AND w."quarantined_at" IS NULL,
      "creator_user_id" = w."creator_user_id",
      "creator_first_name" = c."first_name",
      "creator_last_name" = c."last_name",
      "creator_nickname" = c."nickname"
      FROM unnest(of_workspaces, of_users) part("workspace_id", "user_id")
      JOIN "workspaces" w ON w."id" = part."workspace_id" JOIN "users" c ON c."id" = w."creator_user_id"
      WHERE m."workspace_id" = part."workspace_id" AND m."user_id" = part."user_id";
    last_workspace := of_workspaces[cardinality(of_workspaces)];
    last_user := of_users[cardinality(of_users)];
    COMMIT;
  END LOOP;
END
$$;

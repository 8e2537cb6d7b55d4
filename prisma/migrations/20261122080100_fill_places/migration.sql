-- Alone, and in small parts that are each committed, so that nobody waits for the whole of it. Begun anew it goes over the
-- parts that it has done.
DO $$
DECLARE
  last_workspace text := '';
  last_user text := '';
BEGIN
  LOOP
    WITH part AS MATERIALIZED (
      SELECT "workspace_id", "user_id" FROM "memberships"
      WHERE ("workspace_id", "user_id") > (last_workspace, last_user)
      ORDER BY "workspace_id", "user_id" LIMIT 1000 FOR NO KEY UPDATE
    ), placed AS (
      UPDATE "memberships" m
      SET "workspace_order" = workspace_order(w."instance_env_type", w."display_name"), "member_order" = u."email"
      FROM part JOIN "workspaces" w ON w."id" = part."workspace_id" JOIN "users" u ON u."id" = part."user_id"
      WHERE m."workspace_id" = part."workspace_id" AND m."user_id" = part."user_id"
    )
    SELECT "workspace_id", "user_id" INTO last_workspace, last_user
    FROM part ORDER BY "workspace_id" DESC, "user_id" DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END
$$;

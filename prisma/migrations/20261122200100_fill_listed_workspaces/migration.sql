-- Alone, and in small parts that are each committed, so that nobody waits for the whole of it. A part is held before it is
-- looked up, so that what changes meanwhile is written after it; where it ends is known before, as a row that is waited for
-- may come back with another member. Begun anew it goes over the parts that it has done.
DO $$
DECLARE
  done_workspace text := '';
  done_user text := '';
  last_workspace text;
  last_user text;
BEGIN
  LOOP
    SELECT "workspace_id", "user_id" INTO last_workspace, last_user FROM (
      SELECT "workspace_id", "user_id" FROM "memberships"
      WHERE ("workspace_id", "user_id") > (done_workspace, done_user) ORDER BY "workspace_id", "user_id" LIMIT 1000
    ) part ORDER BY "workspace_id" DESC, "user_id" DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    BEGIN
      PERFORM 1 FROM "memberships"
        WHERE ("workspace_id", "user_id") > (done_workspace, done_user)
          AND ("workspace_id", "user_id") <= (last_workspace, last_user)
        ORDER BY "workspace_id", "user_id" FOR NO KEY UPDATE;
      UPDATE "memberships" m SET
        "workspace_display_name" = w."display_name",
        "workspace_description" = w."description",
        "workspace_instance_url" = w."instance_url",
        "workspace_instance_env_type" = w."instance_env_type",
        "workspace_approvals_enabled" = w."approvals_enabled",
        "workspace_created_at" = w."created_at",
        "creator_user_id" = w."creator_user_id",
        "creator_first_name" = c."first_name",
        "creator_last_name" = c."last_name",
        "creator_nickname" = c."nickname"
        FROM "workspaces" w JOIN "users" c ON c."id" = w."creator_user_id"
        WHERE w."id" = m."workspace_id"
          AND (m."workspace_id", m."user_id") > (done_workspace, done_user)
          AND (m."workspace_id", m."user_id") <= (last_workspace, last_user);
      done_workspace := last_workspace;
      done_user := last_user;
    EXCEPTION WHEN deadlock_detected THEN
      -- Others wait for what is held here, and the other way round: the same part again.
      NULL;
    END;
    COMMIT;
  END LOOP;
  -- A row that moved to before what was done was written by the triggers.
  IF EXISTS (SELECT FROM "memberships" WHERE "creator_user_id" IS NULL) THEN
    RAISE 'Memberships were left without what their lists show.';
  END IF;
END
$$;

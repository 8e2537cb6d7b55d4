-- One workspace at a time, each committed, so that nobody waits for another one's. It is held before its members' rows, as
-- by all who change it, and looked at once it is. That it reaches the disk is waited for once, when it is noted that all is done.
DO $$
DECLARE
  done text := '';
  workspace text;
BEGIN
  LOOP
    SELECT "id" INTO workspace FROM "workspaces"
      WHERE "id" > done AND ("deleted_at" IS NOT NULL OR "quarantined_at" IS NOT NULL) ORDER BY "id" LIMIT 1;
    EXIT WHEN NOT FOUND;
    PERFORM set_config('synchronous_commit', 'off', true);
    BEGIN
      PERFORM 1 FROM "workspaces"
        WHERE "id" = workspace AND ("deleted_at" IS NOT NULL OR "quarantined_at" IS NOT NULL) FOR SHARE;
      IF FOUND THEN
        UPDATE "memberships" SET "workspace_live" = false WHERE "workspace_id" = workspace AND "workspace_live";
      END IF;
      done := workspace;
    EXCEPTION WHEN deadlock_detected THEN
      -- An API of before holds members first, and the workspace after them: the same one again.
      NULL;
    END;
    COMMIT;
  END LOOP;
END
$$;

-- As before, and whether the workspace is live.
CREATE OR REPLACE FUNCTION "place_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  listed record;
BEGIN
  NEW."member_order" := coalesce((SELECT "email" FROM "users" WHERE "id" = NEW."user_id"), '');
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM "workspaces" WHERE "id" = NEW."workspace_id" FOR SHARE;
  END IF;
  SELECT w."display_name", w."description", w."instance_url", w."instance_env_type", w."approvals_enabled", w."created_at",
    w."deleted_at" IS NULL AND w."quarantined_at" IS NULL AS "live",
    w."creator_user_id", c."first_name", c."last_name", c."nickname" INTO listed
    FROM "workspaces" w JOIN "users" c ON c."id" = w."creator_user_id" WHERE w."id" = NEW."workspace_id";
  IF FOUND THEN
    NEW."workspace_order" := workspace_order(listed."instance_env_type", listed."display_name");
    NEW."workspace_display_name" := listed."display_name";
    NEW."workspace_description" := listed."description";
    NEW."workspace_instance_url" := listed."instance_url";
    NEW."workspace_instance_env_type" := listed."instance_env_type";
    NEW."workspace_approvals_enabled" := listed."approvals_enabled";
    NEW."workspace_created_at" := listed."created_at";
    NEW."workspace_live" := listed."live";
    NEW."creator_user_id" := listed."creator_user_id";
    NEW."creator_first_name" := listed."first_name";
    NEW."creator_last_name" := listed."last_name";
    NEW."creator_nickname" := listed."nickname";
  END IF;
  RETURN NEW;
END
$$;

-- Apart from what else is copied: who quarantines or deletes writes nothing but this to the members' rows. All of them: one that
-- seems to be right may be on its way to another member, with what was so before.
CREATE FUNCTION "list_live_workspace"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  live boolean := NEW."deleted_at" IS NULL AND NEW."quarantined_at" IS NULL;
BEGIN
  UPDATE "memberships" SET "workspace_live" = live WHERE "workspace_id" = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "workspaces_list_live" AFTER UPDATE OF "deleted_at", "quarantined_at" ON "workspaces"
  FOR EACH ROW WHEN (
    (OLD."deleted_at" IS NULL AND OLD."quarantined_at" IS NULL) <>
    (NEW."deleted_at" IS NULL AND NEW."quarantined_at" IS NULL))
  EXECUTE FUNCTION "list_live_workspace"();

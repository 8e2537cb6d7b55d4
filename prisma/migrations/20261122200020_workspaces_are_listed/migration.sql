-- A new row is not seen by what changes the workspace or its creator's names meanwhile: the workspace is held, and looked up
-- once it is. A row that gets another member is held itself.
CREATE OR REPLACE FUNCTION "place_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  listed record;
BEGIN
  NEW."member_order" := coalesce((SELECT "email" FROM "users" WHERE "id" = NEW."user_id"), '');
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM "workspaces" WHERE "id" = NEW."workspace_id" FOR SHARE;
  END IF;
  SELECT w."display_name", w."description", w."instance_url", w."instance_env_type", w."approvals_enabled", w."created_at",
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
    NEW."creator_user_id" := listed."creator_user_id";
    NEW."creator_first_name" := listed."first_name";
    NEW."creator_last_name" := listed."last_name";
    NEW."creator_nickname" := listed."nickname";
  END IF;
  RETURN NEW;
END
$$;

-- A creator's names are written only where there is a new creator, who is held: else they may be on their way from the other
-- side. A row of the same statement has been given all that mostly, and is then left as it is.
CREATE OR REPLACE FUNCTION "place_workspace"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  creator record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE "memberships" SET
      "workspace_order" = workspace_order(NEW."instance_env_type", NEW."display_name"),
      "workspace_display_name" = NEW."display_name",
      "workspace_description" = NEW."description",
      "workspace_instance_url" = NEW."instance_url",
      "workspace_instance_env_type" = NEW."instance_env_type",
      "workspace_approvals_enabled" = NEW."approvals_enabled"
      WHERE "workspace_id" = NEW."id";
    IF NEW."creator_user_id" = OLD."creator_user_id" THEN
      RETURN NULL;
    END IF;
  END IF;
  SELECT "first_name", "last_name", "nickname" INTO creator FROM "users" WHERE "id" = NEW."creator_user_id" FOR SHARE;
  UPDATE "memberships" SET
    "creator_user_id" = NEW."creator_user_id",
    "creator_first_name" = creator."first_name",
    "creator_last_name" = creator."last_name",
    "creator_nickname" = creator."nickname"
    WHERE "workspace_id" = NEW."id" AND
      ("creator_user_id", "creator_first_name", "creator_last_name", "creator_nickname") IS DISTINCT FROM
      (NEW."creator_user_id", creator."first_name", creator."last_name", creator."nickname");
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "workspaces_replace" AFTER UPDATE OF "display_name", "description", "instance_url",
  "instance_env_type", "approvals_enabled", "creator_user_id" ON "workspaces"
  FOR EACH ROW WHEN (
    (OLD."display_name", OLD."description", OLD."instance_url", OLD."instance_env_type", OLD."approvals_enabled",
      OLD."creator_user_id") IS DISTINCT FROM
    (NEW."display_name", NEW."description", NEW."instance_url", NEW."instance_env_type", NEW."approvals_enabled",
      NEW."creator_user_id"))
  EXECUTE FUNCTION "place_workspace"();

-- What a member's list shows of a workspace and of who made it, beside the place that it has there: a page of the list is
-- then read from the member's own rows, and takes the same however many workspaces and people there are.
ALTER TABLE "memberships"
  ADD COLUMN "workspace_display_name" text,
  ADD COLUMN "workspace_description" text,
  ADD COLUMN "workspace_instance_url" text,
  ADD COLUMN "workspace_instance_env_type" instance_env_type,
  ADD COLUMN "workspace_approvals_enabled" boolean,
  ADD COLUMN "workspace_created_at" timestamptz(3),
  ADD COLUMN "workspace_is_live" boolean NOT NULL DEFAULT false,
  ADD COLUMN "creator_user_id" text,
  ADD COLUMN "creator_first_name" text,
  ADD COLUMN "creator_last_name" text,
  ADD COLUMN "creator_nickname" text;

-- Whoever is shown as the creator is held: their new name would not find a row that is not committed yet.
CREATE OR REPLACE FUNCTION "place_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  w record;
BEGIN
  NEW."member_order" := coalesce((SELECT "email" FROM "users" WHERE "id" = NEW."user_id"), '');
  SELECT workspaces.*, "first_name", "last_name", "nickname" INTO w
    FROM "workspaces" JOIN "users" ON users."id" = "creator_user_id"
    WHERE workspaces."id" = NEW."workspace_id" FOR SHARE OF "users";
  -- A workspace that is made by the same statement is not there yet: it places its owner itself.
  IF FOUND THEN
    NEW."workspace_order" := workspace_order(w."instance_env_type", w."display_name");
    NEW."workspace_display_name" := w."display_name";
    NEW."workspace_description" := w."description";
    NEW."workspace_instance_url" := w."instance_url";
    NEW."workspace_instance_env_type" := w."instance_env_type";
    NEW."workspace_approvals_enabled" := w."approvals_enabled";
    NEW."workspace_created_at" := w."created_at";
    NEW."workspace_is_live" := w."deleted_at" IS NULL AND w."quarantined_at" IS NULL;
    NEW."creator_user_id" := w."creator_user_id";
    NEW."creator_first_name" := w."first_name";
    NEW."creator_last_name" := w."last_name";
    NEW."creator_nickname" := w."nickname";
  END IF;
  RETURN NEW;
END
$$;

-- Names of a creator only where there is a new one: those of before may be on their way from the other side.
CREATE OR REPLACE FUNCTION "place_workspace"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  creator record;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."creator_user_id" = OLD."creator_user_id" THEN
    UPDATE "memberships" SET
      "workspace_order" = workspace_order(NEW."instance_env_type", NEW."display_name"),
      "workspace_display_name" = NEW."display_name",
      "workspace_description" = NEW."description",
      "workspace_instance_url" = NEW."instance_url",
      "workspace_instance_env_type" = NEW."instance_env_type",
      "workspace_approvals_enabled" = NEW."approvals_enabled",
      "workspace_is_live" = NEW."deleted_at" IS NULL AND NEW."quarantined_at" IS NULL
      WHERE "workspace_id" = NEW."id";
    RETURN NULL;
  END IF;
  SELECT "first_name", "last_name", "nickname" INTO creator FROM "users" WHERE "id" = NEW."creator_user_id" FOR SHARE;
  UPDATE "memberships" SET
    "workspace_order" = workspace_order(NEW."instance_env_type", NEW."display_name"),
    "workspace_display_name" = NEW."display_name",
    "workspace_description" = NEW."description",
    "workspace_instance_url" = NEW."instance_url",
    "workspace_instance_env_type" = NEW."instance_env_type",
    "workspace_approvals_enabled" = NEW."approvals_enabled",
    "workspace_created_at" = NEW."created_at",
    "workspace_is_live" = NEW."deleted_at" IS NULL AND NEW."quarantined_at" IS NULL,
    "creator_user_id" = NEW."creator_user_id",
    "creator_first_name" = creator."first_name",
    "creator_last_name" = creator."last_name",
    "creator_nickname" = creator."nickname"
    WHERE "workspace_id" = NEW."id";
  RETURN NULL;
END
$$;

DROP TRIGGER "workspaces_replace" ON "workspaces";
CREATE TRIGGER "workspaces_replace" AFTER UPDATE OF "display_name", "description", "instance_url", "instance_env_type",
  "approvals_enabled", "creator_user_id", "deleted_at", "quarantined_at" ON "workspaces"
  FOR EACH ROW WHEN (
    (OLD."display_name", OLD."description", OLD."instance_url", OLD."instance_env_type", OLD."approvals_enabled",
      OLD."creator_user_id", OLD."deleted_at", OLD."quarantined_at") IS DISTINCT FROM
    (NEW."display_name", NEW."description", NEW."instance_url", NEW."instance_env_type", NEW."approvals_enabled",
      NEW."creator_user_id", NEW."deleted_at", NEW."quarantined_at"))
  EXECUTE FUNCTION "place_workspace"();

-- What was handed on meanwhile shows its new creator, and what is not filled in yet shows none.
CREATE FUNCTION "rename_creator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "memberships" m SET
    "creator_first_name" = NEW."first_name", "creator_last_name" = NEW."last_name", "creator_nickname" = NEW."nickname"
    FROM "workspaces" w WHERE w."creator_user_id" = NEW."id" AND m."workspace_id" = w."id"
      AND coalesce(m."creator_user_id", NEW."id") = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_rename" AFTER UPDATE OF "first_name", "last_name", "nickname" ON "users"
  FOR EACH ROW WHEN (
    (OLD."first_name", OLD."last_name", OLD."nickname") IS DISTINCT FROM
    (NEW."first_name", NEW."last_name", NEW."nickname"))
  EXECUTE FUNCTION "rename_creator"();

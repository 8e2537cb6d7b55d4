-- Where a workspace stands in its members' lists, and a member in the workspace's: copies of what lists are ordered by, so
-- that a page of a list of any length is read along one index. Ordered by bytes: no other version of a collation moves it.
ALTER TABLE "memberships" ADD COLUMN "workspace_order" text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN "member_order" text COLLATE "C" NOT NULL DEFAULT '';

-- By type, then by name; those whose names begin with so many equal letters follow each other by their ids.
CREATE FUNCTION "workspace_order"("env_type" instance_env_type, "display_name" text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE "env_type" WHEN 'SI' THEN '0' WHEN 'PRIVATE' THEN '1' ELSE '2' END || left(folded("display_name"), 64);

-- Who adds a member holds the workspace and the address (members/invite.ts), so that neither changes meanwhile.
CREATE FUNCTION "place_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A workspace that is made by the same statement is not there yet: it places its owner itself.
  NEW."workspace_order" := coalesce((
    SELECT workspace_order("instance_env_type", "display_name") FROM "workspaces" WHERE "id" = NEW."workspace_id"), '');
  NEW."member_order" := coalesce((SELECT "email" FROM "users" WHERE "id" = NEW."user_id"), '');
  RETURN NEW;
END
$$;

CREATE TRIGGER "memberships_place" BEFORE INSERT OR UPDATE OF "workspace_id", "user_id" ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "place_membership"();

CREATE FUNCTION "place_workspace"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "memberships" SET "workspace_order" = workspace_order(NEW."instance_env_type", NEW."display_name")
    WHERE "workspace_id" = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "workspaces_place" AFTER INSERT ON "workspaces" FOR EACH ROW EXECUTE FUNCTION "place_workspace"();

CREATE TRIGGER "workspaces_replace" AFTER UPDATE OF "display_name", "instance_env_type" ON "workspaces"
  FOR EACH ROW WHEN (
    (OLD."display_name", OLD."instance_env_type") IS DISTINCT FROM (NEW."display_name", NEW."instance_env_type"))
  EXECUTE FUNCTION "place_workspace"();

CREATE FUNCTION "place_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "memberships" SET "member_order" = NEW."email" WHERE "user_id" = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_replace" AFTER UPDATE OF "email" ON "users"
  FOR EACH ROW WHEN (OLD."email" IS DISTINCT FROM NEW."email") EXECUTE FUNCTION "place_member"();

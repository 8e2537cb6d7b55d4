-- What neither a key nor a check can say: rules over several tables. They are judged at the commit, by what is there
-- then, so that a transaction may pass through states that break them. Like a foreign key, each locks what it relies on,
-- so that two transactions that break a rule only together can't both commit. The API knows them by their codes.

-- A live workspace has an owner; that it has no second one is memberships_one_owner_key.
CREATE FUNCTION "check_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  workspace text;
BEGIN
  IF TG_TABLE_NAME = 'workspaces' THEN
    workspace := NEW."id";
  ELSE
    workspace := OLD."workspace_id";
  END IF;
  PERFORM 1 FROM "workspaces" WHERE "id" = workspace AND "deleted_at" IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM "memberships" WHERE "workspace_id" = workspace AND "role" = 'OWNER' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The live workspace % would have no owner.', workspace
      USING ERRCODE = 'OWNER', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "workspaces_owner_check"
  AFTER INSERT OR UPDATE OF "deleted_at" ON "workspaces" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "check_owner"();

CREATE CONSTRAINT TRIGGER "memberships_owner_change_check"
  AFTER UPDATE OF "role", "workspace_id" ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."role" = 'OWNER' AND (NEW."role" <> 'OWNER' OR NEW."workspace_id" <> OLD."workspace_id"))
  EXECUTE FUNCTION "check_owner"();

CREATE CONSTRAINT TRIGGER "memberships_owner_removal_check"
  AFTER DELETE ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."role" = 'OWNER') EXECUTE FUNCTION "check_owner"();

-- A token that is not revoked is one of a member of a live workspace.
CREATE FUNCTION "check_token_members"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  workspace text;
  -- Null where a workspace ended: then it is about everybody's tokens.
  person text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'workspaces' THEN workspace := NEW."id";
    WHEN 'memberships' THEN workspace := OLD."workspace_id"; person := OLD."user_id";
    WHEN 'auth_tokens' THEN workspace := NEW."workspace_id"; person := NEW."creator_user_id";
    WHEN 'instance_tokens' THEN workspace := NEW."workspace_id"; person := NEW."user_id";
  END CASE;
  IF TG_TABLE_NAME IN ('auth_tokens', 'instance_tokens') THEN
    PERFORM 1 FROM "workspaces" WHERE "id" = workspace FOR SHARE;
    PERFORM 1 FROM "memberships" WHERE "workspace_id" = workspace AND "user_id" = person FOR KEY SHARE;
  END IF;
  PERFORM 1 FROM (
    SELECT "workspace_id", "creator_user_id" AS "user_id" FROM "auth_tokens" WHERE "revoked_at" IS NULL
    UNION ALL
    SELECT "workspace_id", "user_id" FROM "instance_tokens" WHERE "revoked_at" IS NULL
  ) live
  WHERE live."workspace_id" = workspace AND (person IS NULL OR live."user_id" = person) AND NOT EXISTS (
    SELECT 1 FROM "memberships" m JOIN "workspaces" w ON w."id" = m."workspace_id" AND w."deleted_at" IS NULL
    WHERE m."workspace_id" = live."workspace_id" AND m."user_id" = live."user_id"
  );
  IF FOUND THEN
    RAISE EXCEPTION 'A live token of the workspace % would outlive its member or its workspace.', workspace
      USING ERRCODE = 'TOKEN', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "auth_tokens_member_check"
  AFTER INSERT OR UPDATE OF "revoked_at", "workspace_id", "creator_user_id" ON "auth_tokens"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."revoked_at" IS NULL) EXECUTE FUNCTION "check_token_members"();

CREATE CONSTRAINT TRIGGER "instance_tokens_member_check"
  AFTER INSERT OR UPDATE OF "revoked_at", "workspace_id", "user_id" ON "instance_tokens"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."revoked_at" IS NULL) EXECUTE FUNCTION "check_token_members"();

CREATE CONSTRAINT TRIGGER "workspaces_token_check"
  AFTER UPDATE OF "deleted_at" ON "workspaces" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "check_token_members"();

CREATE CONSTRAINT TRIGGER "memberships_token_check"
  AFTER DELETE OR UPDATE OF "workspace_id", "user_id" ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_token_members"();

-- Rules that the database enforces whatever the API does, and the functions and indexes that schema.prisma cannot express.

-- ---------------------------------------------------------------------------------------------------------------------
-- Rules of one table
-- ---------------------------------------------------------------------------------------------------------------------

-- An email address has at most one placeholder. Several logins may share an address.
CREATE UNIQUE INDEX "users_unclaimed_email_key" ON "users"("email") WHERE "auth0_id" IS NULL;

-- A workspace has at most one owner.
CREATE UNIQUE INDEX "memberships_one_owner_key" ON "memberships"("workspace_id") WHERE "role" = 'OWNER';

-- A user has at most one default workspace.
CREATE UNIQUE INDEX "memberships_one_default_key" ON "memberships"("user_id") WHERE "is_default";

-- Email addresses are stored in lower case, so they are compared by bytes.
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email"));

-- Ids are ULIDs.
ALTER TABLE "users" ADD CONSTRAINT "users_id_check" CHECK (length("id") = 26);
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_id_check" CHECK (length("id") = 26);
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_id_check" CHECK (length("id") = 26);
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_id_check" CHECK (length("id") = 26);

-- ---------------------------------------------------------------------------------------------------------------------
-- Rules over several tables
--
-- Deferred constraint triggers check these at commit, so a transaction may break them temporarily. Like a foreign key, each
-- locks the rows that it relies on, so that two transactions that break a rule only together cannot both commit. The API
-- recognizes the errors by their codes, OWNER and TOKEN.
-- ---------------------------------------------------------------------------------------------------------------------

-- A live workspace has an owner ("memberships_one_owner_key" excludes a second one).
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

-- A workspace cannot be created, or restored after its deletion, without an owner.
CREATE CONSTRAINT TRIGGER "workspaces_owner_check"
  AFTER INSERT OR UPDATE OF "deleted_at" ON "workspaces" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "check_owner"();

-- The owner of a live workspace cannot be demoted, or moved to another workspace, without a successor.
CREATE CONSTRAINT TRIGGER "memberships_owner_change_check"
  AFTER UPDATE OF "role", "workspace_id" ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."role" = 'OWNER' AND (NEW."role" <> 'OWNER' OR NEW."workspace_id" <> OLD."workspace_id"))
  EXECUTE FUNCTION "check_owner"();

-- The owner of a live workspace cannot be removed without a successor.
CREATE CONSTRAINT TRIGGER "memberships_owner_removal_check"
  AFTER DELETE ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."role" = 'OWNER') EXECUTE FUNCTION "check_owner"();

-- A token that is not revoked belongs to a member of a live workspace.
CREATE FUNCTION "check_token_members"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  workspace text;
  -- Null when a workspace is deleted: then the tokens of all its members are checked.
  member text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'workspaces' THEN workspace := NEW."id";
    WHEN 'memberships' THEN workspace := OLD."workspace_id"; member := OLD."user_id";
    WHEN 'auth_tokens' THEN workspace := NEW."workspace_id"; member := NEW."creator_user_id";
    WHEN 'instance_tokens' THEN workspace := NEW."workspace_id"; member := NEW."user_id";
  END CASE;
  IF TG_TABLE_NAME IN ('auth_tokens', 'instance_tokens') THEN
    PERFORM 1 FROM "workspaces" WHERE "id" = workspace FOR SHARE;
    PERFORM 1 FROM "memberships" WHERE "workspace_id" = workspace AND "user_id" = member FOR KEY SHARE;
  END IF;
  PERFORM 1 FROM (
    SELECT "workspace_id", "creator_user_id" AS "user_id" FROM "auth_tokens" WHERE "revoked_at" IS NULL
    UNION ALL
    SELECT "workspace_id", "user_id" FROM "instance_tokens" WHERE "revoked_at" IS NULL
  ) live
  WHERE live."workspace_id" = workspace AND (member IS NULL OR live."user_id" = member) AND NOT EXISTS (
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

-- An API token cannot be created for a user who is not a member, nor become valid again by undoing its revocation.
CREATE CONSTRAINT TRIGGER "auth_tokens_member_check"
  AFTER INSERT OR UPDATE OF "revoked_at", "workspace_id", "creator_user_id" ON "auth_tokens"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."revoked_at" IS NULL) EXECUTE FUNCTION "check_token_members"();

-- The same for the token of an instance.
CREATE CONSTRAINT TRIGGER "instance_tokens_member_check"
  AFTER INSERT OR UPDATE OF "revoked_at", "workspace_id", "user_id" ON "instance_tokens"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."revoked_at" IS NULL) EXECUTE FUNCTION "check_token_members"();

-- No live token outlives the deletion of its workspace.
CREATE CONSTRAINT TRIGGER "workspaces_token_check"
  AFTER UPDATE OF "deleted_at" ON "workspaces" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "check_token_members"();

-- No live token outlives its membership.
CREATE CONSTRAINT TRIGGER "memberships_token_check"
  AFTER DELETE OR UPDATE OF "workspace_id", "user_id" ON "memberships" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_token_members"();

-- ---------------------------------------------------------------------------------------------------------------------
-- Evidence
--
-- Every run of `migrate` grants the API's role its privileges on each table (apps/auth-api/src/db/migrations/grants.ts). They
-- and a foreign key protect accepted terms. The audit log has this additional protection.
-- ---------------------------------------------------------------------------------------------------------------------

-- No one can change or delete an entry of the audit log, not even the owner of the table (docs/decisions/0010-audit-log.md says
-- how the owner prunes old entries).
CREATE FUNCTION "reject_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % is rejected.', TG_OP
    USING ERRCODE = 'AUDIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER "audit_entries_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"();

-- ---------------------------------------------------------------------------------------------------------------------
-- Search and order
-- ---------------------------------------------------------------------------------------------------------------------

-- Indexes by trigram for the staff search (docs/decisions/0015-staff-search.md); the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- Normalizes a text for comparison: lower case, without accents, and short enough for one lexeme of a tsvector.
CREATE FUNCTION "folded"("text" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN left(
    translate(regexp_replace(normalize(lower("text"), NFKD), '[\u0300-\u036f]', '', 'g'), 'øłđðħı', 'olddhi'),
    500
  );

-- The sort key of workspace lists: the type, then the name. Lists compare it by bytes (COLLATE "C").
CREATE FUNCTION "workspace_sort_key"("env_type" instance_env_type, "display_name" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE "env_type" WHEN 'SI' THEN '0' WHEN 'PRIVATE' THEN '1' ELSE '2' END || left(folded("display_name"), 64);

-- Returns the words of a text, and the phrases that match as a whole.
CREATE FUNCTION "search_words"("text" text, "wholes" text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(array_remove(array_remove(
    string_to_array(regexp_replace("text", '[\s!-/:-@\[-`{-~’·]+', ' ', 'g'), ' ') || "wholes",
    ''), NULL));

-- The host and path of a customer's own instance. Other instance URLs are shared by many workspaces.
CREATE FUNCTION "own_address"("env_type" instance_env_type, "url" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN "env_type" = 'PRIVATE' THEN rtrim(split_part("url", '://', 2), '/') END;

-- The lexemes for finding a user by whole names and by beginnings of words.
CREATE FUNCTION "user_words"("first_name" text, "last_name" text, "nickname" text, "email" text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_words(
    coalesce(folded("first_name"), '') || ' ' || coalesce(folded("last_name"), '') || ' ' || folded("nickname") || ' ' ||
      folded("email"),
    ARRAY['=' || folded("first_name"), '=' || folded("last_name"), '=' || folded("first_name" || ' ' || "last_name"),
      '=' || folded("nickname")]
  );

-- The lexemes for finding a workspace by its whole name or URL and by beginnings of words.
CREATE FUNCTION "workspace_words"("display_name" text, "env_type" instance_env_type, "url" text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_words(
    folded("display_name") || ' ' || coalesce(folded(own_address("env_type", "url")), ''),
    ARRAY['=' || folded("display_name"), '=' || folded(own_address("env_type", "url"))]
  );

-- The text for finding a user by any part of a word. Not folded, because it is computed for every row that shares trigrams with
-- the query.
CREATE FUNCTION "user_text"("first_name" text, "last_name" text, "nickname" text, "email" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(
    coalesce("first_name", '') || ' ' || coalesce("last_name", '') || E'\n' || "nickname" || E'\n' || "email"
  );

-- The text for finding a workspace by any part of a word.
CREATE FUNCTION "workspace_text"("display_name" text, "env_type" instance_env_type, "url" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower("display_name" || E'\n' || coalesce(own_address("env_type", "url"), ''));

-- Without fastupdate, because every search would have to read the pending list.
CREATE INDEX "users_words_idx" ON "users"
  USING gin ("user_words"("first_name", "last_name", "nickname", "email")) WITH (fastupdate = off);
CREATE INDEX "users_text_idx" ON "users"
  USING gin ("user_text"("first_name", "last_name", "nickname", "email") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "workspaces_words_idx" ON "workspaces"
  USING gin ("workspace_words"("display_name", "instance_env_type", "instance_url")) WITH (fastupdate = off);
CREATE INDEX "workspaces_text_idx" ON "workspaces"
  USING gin ("workspace_text"("display_name", "instance_env_type", "instance_url") gin_trgm_ops) WITH (fastupdate = off);

-- Partial indexes for the lists of locked accounts, most recent lock first.
CREATE INDEX "users_quarantined_idx" ON "users"("quarantined_at" DESC, "id" DESC) WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "users_suspended_idx" ON "users"("suspended_at" DESC, "id" DESC) WHERE "suspended_at" IS NOT NULL;

-- A partial index for the metric of pending Stripe events.
CREATE INDEX "stripe_events_waiting" ON "stripe_events"("received_at") WHERE "applied_at" IS NULL;

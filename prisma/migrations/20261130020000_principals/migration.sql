-- Service accounts, and API tokens with scopes that act as a user or as a service account (docs/decisions/0084-principals-and-scopes.md).

-- ---------------------------------------------------------------------------------------------------------------------
-- Service accounts
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "service_accounts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "role" "workspace_role" NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "service_accounts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "service_accounts_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
        ON DELETE SET NULL ON UPDATE CASCADE,
    -- An id is a ULID.
    CONSTRAINT "service_accounts_id_check" CHECK (length("id") = 26),
    -- A service account does not own its workspace.
    CONSTRAINT "service_accounts_role_check" CHECK ("role" <> 'OWNER')
);
CREATE INDEX "service_accounts_created_by_id_idx" ON "service_accounts"("created_by_id");

-- A name is unique in its workspace, also after the service account was deleted, so that the audit log stays readable.
CREATE UNIQUE INDEX "service_accounts_name_key" ON "service_accounts"("workspace_id", folded("name"));

-- ---------------------------------------------------------------------------------------------------------------------
-- The policy of a workspace
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TYPE "token_makers" AS ENUM ('EVERYONE', 'APPROVERS', 'OWNER');

ALTER TABLE "workspaces"
  ADD COLUMN "token_makers" "token_makers" NOT NULL DEFAULT 'EVERYONE',
  ADD COLUMN "token_max_days" INTEGER,
  ADD COLUMN "token_writes_allowed" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_token_max_days_check" CHECK ("token_max_days" > 0);

-- ---------------------------------------------------------------------------------------------------------------------
-- API tokens
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE "auth_tokens" RENAME COLUMN "creator_user_id" TO "user_id";
ALTER TABLE "auth_tokens" RENAME CONSTRAINT "auth_tokens_creator_user_id_fkey" TO "auth_tokens_user_id_fkey";
ALTER INDEX "auth_tokens_creator_user_id_idx" RENAME TO "auth_tokens_user_id_idx";
ALTER TABLE "auth_tokens"
  ALTER COLUMN "user_id" DROP NOT NULL,
  ALTER COLUMN "session_id" DROP NOT NULL,
  ADD COLUMN "service_account_id" TEXT,
  ADD COLUMN "created_by_id" TEXT,
  -- Until now, every token could read these.
  ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT ARRAY['workspace:read', 'members:read', 'tokens:read'],
  ADD COLUMN "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "last_used_network" TEXT,
  ADD COLUMN "last_used_client" TEXT,
  ADD COLUMN "lifetime_seconds" INTEGER,
  ADD COLUMN "rotates_until" TIMESTAMPTZ(3),
  ADD COLUMN "replaced_by_id" TEXT,
  ADD COLUMN "replaced_at" TIMESTAMPTZ(3),
  ADD COLUMN "used_after_replaced_at" TIMESTAMPTZ(3);
UPDATE "auth_tokens" SET "created_by_id" = "user_id";
ALTER TABLE "auth_tokens"
  ALTER COLUMN "scopes" DROP DEFAULT,
  ALTER COLUMN "networks" DROP DEFAULT,
  ADD CONSTRAINT "auth_tokens_service_account_id_fkey" FOREIGN KEY ("service_account_id") REFERENCES "service_accounts"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "auth_tokens_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
    ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "auth_tokens_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "auth_tokens"("id")
    ON DELETE SET NULL ON UPDATE CASCADE,
  -- A token acts as a user or as a service account.
  ADD CONSTRAINT "auth_tokens_principal_check" CHECK (num_nonnulls("user_id", "service_account_id") = 1),
  ADD CONSTRAINT "auth_tokens_scopes_check" CHECK (cardinality("scopes") > 0),
  ADD CONSTRAINT "auth_tokens_replaced_check" CHECK ("replaced_by_id" IS NULL OR "replaced_at" IS NOT NULL);
CREATE INDEX "auth_tokens_service_account_id_idx" ON "auth_tokens"("service_account_id");
CREATE INDEX "auth_tokens_created_by_id_idx" ON "auth_tokens"("created_by_id");
CREATE UNIQUE INDEX "auth_tokens_replaced_by_id_key" ON "auth_tokens"("replaced_by_id");

-- A token that is not revoked belongs to a member of a live workspace, or to a live service account of one.
CREATE OR REPLACE FUNCTION "check_token_members"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  workspace text;
  -- Null when a workspace is deleted: then the tokens of all its members and service accounts are checked.
  principal text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'workspaces' THEN workspace := NEW."id";
    WHEN 'memberships' THEN workspace := OLD."workspace_id"; principal := OLD."user_id";
    WHEN 'service_accounts' THEN workspace := OLD."workspace_id"; principal := NEW."id";
    WHEN 'auth_tokens' THEN workspace := NEW."workspace_id"; principal := coalesce(NEW."user_id", NEW."service_account_id");
    WHEN 'instance_tokens' THEN workspace := NEW."workspace_id"; principal := NEW."user_id";
  END CASE;
  IF TG_TABLE_NAME IN ('auth_tokens', 'instance_tokens') THEN
    PERFORM 1 FROM "workspaces" WHERE "id" = workspace FOR SHARE;
    PERFORM 1 FROM "memberships" WHERE "workspace_id" = workspace AND "user_id" = principal FOR KEY SHARE;
    PERFORM 1 FROM "service_accounts" WHERE "id" = principal FOR SHARE;
  END IF;
  PERFORM 1 FROM (
    SELECT "workspace_id", coalesce("user_id", "service_account_id") AS "principal_id" FROM "auth_tokens" WHERE "revoked_at" IS NULL
    UNION ALL
    SELECT "workspace_id", "user_id" FROM "instance_tokens" WHERE "revoked_at" IS NULL
  ) live
  WHERE live."workspace_id" = workspace AND (principal IS NULL OR live."principal_id" = principal) AND NOT EXISTS (
    SELECT 1 FROM "workspaces" w
    WHERE w."id" = live."workspace_id" AND w."deleted_at" IS NULL AND (
      EXISTS (SELECT 1 FROM "memberships" m WHERE m."workspace_id" = w."id" AND m."user_id" = live."principal_id")
      OR EXISTS (SELECT 1 FROM "service_accounts" s
        WHERE s."workspace_id" = w."id" AND s."id" = live."principal_id" AND s."deleted_at" IS NULL))
  );
  IF FOUND THEN
    RAISE EXCEPTION 'A live token of the workspace % would outlive its principal or its workspace.', workspace
      USING ERRCODE = 'TOKEN', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER "auth_tokens_member_check" ON "auth_tokens";
CREATE CONSTRAINT TRIGGER "auth_tokens_member_check"
  AFTER INSERT OR UPDATE OF "revoked_at", "workspace_id", "user_id", "service_account_id" ON "auth_tokens"
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."revoked_at" IS NULL) EXECUTE FUNCTION "check_token_members"();

-- No live token outlives its service account.
CREATE CONSTRAINT TRIGGER "service_accounts_token_check"
  AFTER UPDATE OF "deleted_at", "workspace_id" ON "service_accounts" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_token_members"();

-- ---------------------------------------------------------------------------------------------------------------------
-- Invitations by service accounts
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE "invitations"
  ADD COLUMN "inviter_service_account_id" TEXT,
  ADD COLUMN "auth_token_id" TEXT,
  ADD CONSTRAINT "invitations_inviter_service_account_id_fkey" FOREIGN KEY ("inviter_service_account_id")
    REFERENCES "service_accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "invitations_auth_token_id_fkey" FOREIGN KEY ("auth_token_id") REFERENCES "auth_tokens"("id")
    ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "invitations_inviter_check" CHECK (num_nonnulls("inviter_id", "inviter_service_account_id") <= 1);
CREATE INDEX "invitations_inviter_service_account_id_idx" ON "invitations"("inviter_service_account_id");
CREATE INDEX "invitations_auth_token_id_idx" ON "invitations"("auth_token_id");

-- ---------------------------------------------------------------------------------------------------------------------
-- Responses for retries, by principal
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_fkey";
ALTER TABLE "idempotency_keys" RENAME COLUMN "user_id" TO "principal_id";
ALTER TABLE "idempotency_keys" RENAME COLUMN "request_ulid" TO "key";

-- As before, and deletes the user's stored responses, which no foreign key deletes.
CREATE OR REPLACE FUNCTION "erase_account"("erased_id" text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  account "users";
  deletion "account_deletions";
  erased_ids text[] := ARRAY["erased_id"];
  address text;
BEGIN
  SELECT * INTO account FROM "users" WHERE "id" = "erased_id" FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT * INTO deletion FROM "account_deletions" WHERE "user_id" = "erased_id" FOR UPDATE;
  IF NOT FOUND OR deletion."due_at" > now() OR deletion."identity_deleted_at" IS NULL THEN
    RAISE EXCEPTION 'The deletion of the account % is not due.', "erased_id"
      USING ERRCODE = 'ERASE', TABLE = 'users', CONSTRAINT = 'erase_account';
  END IF;
  IF account."email_verified" AND NOT EXISTS (
    SELECT FROM "users" WHERE "email" = account."email" AND "email_verified" AND "id" <> "erased_id"
  ) THEN
    address := account."email";
    erased_ids := erased_ids || ARRAY(
      SELECT "id" FROM "users" WHERE "email" = address AND "auth0_id" IS NULL AND "id" <> "erased_id" FOR UPDATE
    );
  END IF;

  -- The workspaces that no one else owns, with everything in them.
  DELETE FROM "workspaces" WHERE "id" IN (
    SELECT "workspace_id" FROM "memberships" WHERE "user_id" = ANY (erased_ids) AND "role" = 'OWNER'
  );
  -- Those that others own by now stay. Their creator is unknown, so the column names the owner, as after a claim of a pre-provisioned
  -- user.
  UPDATE "workspaces" SET "creator_user_id" = owner."user_id" FROM "memberships" owner
  WHERE "creator_user_id" = ANY (erased_ids) AND owner."workspace_id" = "workspaces"."id" AND owner."role" = 'OWNER';
  -- A deleted workspace without an owner cannot be restored.
  DELETE FROM "workspaces" WHERE "creator_user_id" = ANY (erased_ids);

  DELETE FROM "invitations" WHERE "email" = address;
  DELETE FROM "login_attempts" WHERE "user_id" = ANY (erased_ids);
  DELETE FROM "tos_agreements" WHERE "user_id" = ANY (erased_ids);
  DELETE FROM "stripe_events" WHERE "customer_id" IN (
    SELECT "customer_id" FROM "billing_accounts" WHERE "user_id" = ANY (erased_ids)
    UNION SELECT deletion."customer_id"
  );
  -- The copies of the user's responses, and of responses that named the user to others. They are at most a day old.
  DELETE FROM "idempotency_keys" WHERE "principal_id" = ANY (erased_ids) OR strpos("response"::text, '"' || "erased_id" || '"') > 0
    OR strpos("response"::text, to_json(account."email")::text) > 0;

  -- The foreign keys delete the rest.
  DELETE FROM "users" WHERE "id" = ANY (erased_ids);
  UPDATE "account_deletions" SET "completed_at" = now(), "customer_id" = NULL WHERE "user_id" = "erased_id";
  RETURN true;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE "personal_keys"
  ADD COLUMN "service_account_id" TEXT,
  ADD CONSTRAINT "personal_keys_service_account_id_fkey" FOREIGN KEY ("service_account_id") REFERENCES "service_accounts"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  DROP CONSTRAINT "personal_keys_owner_check",
  -- A key belongs to a user, to a service account, or to an address in a month.
  ADD CONSTRAINT "personal_keys_owner_check" CHECK (
    num_nonnulls("user_id", "service_account_id", "address_hash") = 1
    AND num_nonnulls("user_id", "service_account_id", "month") = 1
  );
CREATE UNIQUE INDEX "personal_keys_service_account_id_key" ON "personal_keys"("service_account_id");

ALTER TABLE "audit_entries"
  ALTER COLUMN "actor_user_id" DROP NOT NULL,
  ADD COLUMN "actor_service_account_id" TEXT,
  ADD COLUMN "credential_id" TEXT,
  ADD CONSTRAINT "audit_entries_actor_check" CHECK (num_nonnulls("actor_user_id", "actor_service_account_id") = 1);
CREATE INDEX "audit_entries_actor_service_account_id_id_idx" ON "audit_entries"("actor_service_account_id", "id")
  WHERE "actor_service_account_id" IS NOT NULL;
CREATE INDEX "audit_entries_credential_id_id_idx" ON "audit_entries"("credential_id", "id") WHERE "credential" = 'api';

-- As before, with the constraints that a partition must have.
CREATE OR REPLACE FUNCTION "create_audit_partitions"() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  partition text;
  month timestamp;
  created integer := 0;
BEGIN
  LOCK TABLE "audit_entries" IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT to_date(right(max(c.relname), 7), 'YYYY_MM') INTO STRICT month
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"audit_entries"'::regclass;
  WHILE month < date_trunc('month', now() AT TIME ZONE 'UTC') + interval '3 months' LOOP
    month := month + interval '1 month';
    partition := 'audit_entries_' || to_char(month, 'YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE "audit_entries" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format(
      'CREATE TRIGGER "audit_entries_append_only" BEFORE DELETE OR TRUNCATE ON %I
         FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"()',
      partition
    );
    EXECUTE format(
      'ALTER TABLE "audit_entries" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, "first_ulid_at"(month AT TIME ZONE 'UTC'), "first_ulid_at"((month + interval '1 month') AT TIME ZONE 'UTC')
    );
    created := created + 1;
  END LOOP;
  RETURN created;
END
$$;

-- Replacing a function resets its settings.
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN
    SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = current_schema() AND p.prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', definer, current_schema());
  END LOOP;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Emails about tokens that end, and about new terms
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE "memberships" ADD COLUMN "token_email_at" TIMESTAMPTZ(3);

CREATE TABLE "terms_versions" (
    "id" TEXT NOT NULL,
    "first_known_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_versions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "terms_emails" (
    "user_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_emails_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "terms_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "account_deletions" (
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "undo_hash" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "customer_id" TEXT,
    "identity_deleted_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_deletions_undo_hash_key" ON "account_deletions"("undo_hash");

-- By hand: rules that the database enforces whatever the API does, and the deletion itself.

-- An account is deleted in this order. What has started is not cancelled.
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_order_check" CHECK (
  "due_at" > "requested_at"
  AND num_nonnulls("cancelled_at", "started_at") <= 1
  AND ("identity_deleted_at" IS NULL OR "started_at" IS NOT NULL)
  AND ("completed_at" IS NULL OR "identity_deleted_at" IS NOT NULL)
);

-- Nothing but the id and the times outlives the account.
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_completed_check"
  CHECK ("completed_at" IS NULL OR "customer_id" IS NULL);

-- The deletions that are pending, for the job that starts them and for the metric.
CREATE INDEX "account_deletions_due_idx" ON "account_deletions"("due_at")
  WHERE "cancelled_at" IS NULL AND "completed_at" IS NULL;

-- A deletion that has started goes on, and a completed one stays: a restored backup repeats it from this record.
CREATE FUNCTION "check_deletion_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."completed_at" IS NULL AND (OLD."started_at" IS NULL OR
    (NEW."started_at" IS NOT NULL AND NEW."user_id" = OLD."user_id" AND NEW."requested_at" = OLD."requested_at")) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The deletion of the account % has started and cannot change.', OLD."user_id"
    USING ERRCODE = 'ERASE', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER "account_deletions_final" BEFORE UPDATE ON "account_deletions"
  FOR EACH ROW EXECUTE FUNCTION "check_deletion_update"();

-- Deletes a user and everything about the user, with the privileges of the owner: the API's role cannot delete users. Rejects a
-- user whose deletion is not due, or whose sessions and identity have not ended. Returns false if the user is gone.
--
-- What waits for an email address belongs to its owner. So it goes only if the user has verified the address, and no other
-- account has.
CREATE FUNCTION "erase_account"("erased_id" text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

  -- The workspaces that nobody else owns, with everything in them.
  DELETE FROM "workspaces" WHERE "id" IN (
    SELECT "workspace_id" FROM "memberships" WHERE "user_id" = ANY (erased_ids) AND "role" = 'OWNER'
  );
  -- Those that others own by now stay. Their creator is unknown, so the column names the owner, as for a claimed placeholder.
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
  -- The copies of responses that named the user to others. They are at most a day old.
  DELETE FROM "idempotency_keys" WHERE strpos("response"::text, '"' || "erased_id" || '"') > 0
    OR strpos("response"::text, to_json(account."email")::text) > 0;

  -- The foreign keys delete the rest.
  DELETE FROM "users" WHERE "id" = ANY (erased_ids);
  UPDATE "account_deletions" SET "completed_at" = now(), "customer_id" = NULL WHERE "user_id" = "erased_id";
  RETURN true;
END
$$;

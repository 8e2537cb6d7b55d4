-- Rules that the database enforces whatever the API does, and the functions and indexes that schema.prisma cannot express, in the order of
-- schema.prisma.
--
-- A rule over several tables is a deferred constraint trigger, which checks at commit, so a transaction may break the rule temporarily.
-- Like a foreign key, it locks the rows that it relies on, so that two transactions that break a rule only together cannot both commit.
-- The API recognizes the errors by their codes: OWNER, TOKEN, INVIT, ERASE and AUDIT.
--
-- Every run of `migrate` grants the API’s role its privileges on each table and function: see platform/db/migrations/grants.ts of the API.

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

-- ---------------------------------------------------------------------------------------------------------------------
-- Users, and their sessions at the portal
-- ---------------------------------------------------------------------------------------------------------------------

-- An id is a ULID, which has 26 characters.
ALTER TABLE "users" ADD CONSTRAINT "users_id_check" CHECK (length("id") = 26);
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_check" CHECK (length("id") = 26);

-- Email addresses are stored in lower case, so they are compared by bytes.
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email"));

-- An email address has at most one pre-provisioned user. Several logins may share an address.
CREATE UNIQUE INDEX "users_unclaimed_email_key" ON "users"("email") WHERE "auth0_id" IS NULL;

-- The staff search. Without fastupdate, because every search would have to read the pending list.
CREATE INDEX "users_words_idx" ON "users"
  USING gin ("user_words"("first_name", "last_name", "nickname", "email")) WITH (fastupdate = off);
CREATE INDEX "users_text_idx" ON "users"
  USING gin ("user_text"("first_name", "last_name", "nickname", "email") gin_trgm_ops) WITH (fastupdate = off);

-- The lists of locked accounts, most recent lock first.
CREATE INDEX "users_quarantined_idx" ON "users"("quarantined_at" DESC, "id" DESC) WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "users_suspended_idx" ON "users"("suspended_at" DESC, "id" DESC) WHERE "suspended_at" IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Workspaces, their members, and changes of their owner
-- ---------------------------------------------------------------------------------------------------------------------

-- An id is a ULID.
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_id_check" CHECK (length("id") = 26);

-- A workspace has at most one owner.
CREATE UNIQUE INDEX "memberships_one_owner_key" ON "memberships"("workspace_id") WHERE "role" = 'OWNER';

-- A user has at most one default workspace.
CREATE UNIQUE INDEX "memberships_one_default_key" ON "memberships"("user_id") WHERE "is_default";

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

-- The staff search, like that for users.
CREATE INDEX "workspaces_words_idx" ON "workspaces"
  USING gin ("workspace_words"("display_name", "instance_env_type", "instance_url")) WITH (fastupdate = off);
CREATE INDEX "workspaces_text_idx" ON "workspaces"
  USING gin ("workspace_text"("display_name", "instance_env_type", "instance_url") gin_trgm_ops) WITH (fastupdate = off);

-- Deleted workspaces, the oldest first, for the job `purgeExpired`.
CREATE INDEX "workspaces_deleted_at_idx" ON "workspaces"("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- A workspace has at most one open offer and one pending change by staff.
CREATE UNIQUE INDEX "ownership_offers_one_open_key" ON "ownership_offers"("workspace_id") WHERE "closed_at" IS NULL;
CREATE UNIQUE INDEX "ownership_reassignments_one_pending_key" ON "ownership_reassignments"("workspace_id")
  WHERE "closed_at" IS NULL;

-- Ids are ULIDs.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_id_check" CHECK (length("id") = 26);
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_id_check" CHECK (length("id") = 26);

-- The ownership moves to another user.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_users_check" CHECK ("from_user_id" <> "to_user_id");
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_users_check"
  CHECK ("from_user_id" <> "to_user_id");

-- What is closed has an outcome, and nothing else has one.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_outcome_check"
  CHECK (("closed_at" IS NULL) = ("outcome" IS NULL));
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_outcome_check"
  CHECK (("closed_at" IS NULL) = ("outcome" IS NULL));

-- Another member of staff confirms, and without it, a change whose owner cannot be notified does not take effect.
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_confirmed_by_check"
  CHECK ("confirmed_by_id" <> "requested_by_id");
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_confirmation_check"
  CHECK ("confirmation_needed_at" IS NULL OR "effective_at" IS NULL OR "confirmed_by_id" IS NOT NULL);

-- The time to object starts when the owner is notified, or another member of staff confirms.
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_effective_at_check"
  CHECK ("effective_at" IS NULL OR "notified_at" IS NOT NULL OR "confirmed_by_id" IS NOT NULL);

-- ---------------------------------------------------------------------------------------------------------------------
-- Tokens
-- ---------------------------------------------------------------------------------------------------------------------

-- An id is a ULID.
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_id_check" CHECK (length("id") = 26);
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_id_check" CHECK (length("id") = 26);

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
-- Invitations
-- ---------------------------------------------------------------------------------------------------------------------

-- Ids are ULIDs, and email addresses are stored in lower case, as in "users".
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_id_check" CHECK (length("id") = 26);
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_check" CHECK ("email" = lower("email"));

-- An invitation does not make its invitee the owner.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK ("role" <> 'OWNER');

-- An invitation ends once, in one way.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_end_check"
  CHECK (num_nonnulls("accepted_at", "declined_at", "cancelled_at") <= 1);

-- A workspace has at most one open invitation of an email address.
CREATE UNIQUE INDEX "invitations_one_open_key" ON "invitations"("workspace_id", "email")
  WHERE "accepted_at" IS NULL AND "declined_at" IS NULL AND "cancelled_at" IS NULL;

-- An invitation that has ended stays as it ended: a consent is neither invented nor withdrawn later. Asking again is a new invitation.
CREATE FUNCTION "reject_invitation_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The invitation % has ended and cannot change.', OLD."id"
    USING ERRCODE = 'INVIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER "invitations_final"
  BEFORE UPDATE OF "workspace_id", "email", "role", "expires_at", "accepted_at", "declined_at", "cancelled_at" ON "invitations"
  FOR EACH ROW WHEN (num_nonnulls(OLD."accepted_at", OLD."declined_at", OLD."cancelled_at") > 0)
  EXECUTE FUNCTION "reject_invitation_change"();

-- When an invitation ended or expired, so that the job `purgeExpired` finds the oldest.
CREATE INDEX "invitations_ended_at_idx"
  ON "invitations"((coalesce("accepted_at", "declined_at", "cancelled_at", "expires_at")));

-- ---------------------------------------------------------------------------------------------------------------------
-- Emails about accounts
-- ---------------------------------------------------------------------------------------------------------------------

-- A security email cannot be turned off, not even by someone who took over the account.
ALTER TABLE "muted_emails" ADD CONSTRAINT "muted_emails_optional_check" CHECK ("kind" IN ('tokenExpiring', 'invitationAccepted'));

-- ---------------------------------------------------------------------------------------------------------------------
-- Deletion of accounts
-- ---------------------------------------------------------------------------------------------------------------------

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
  -- The copies of responses that named the user to others. They are at most a day old.
  DELETE FROM "idempotency_keys" WHERE strpos("response"::text, '"' || "erased_id" || '"') > 0
    OR strpos("response"::text, to_json(account."email")::text) > 0;

  -- The foreign keys delete the rest.
  DELETE FROM "users" WHERE "id" = ANY (erased_ids);
  UPDATE "account_deletions" SET "completed_at" = now(), "customer_id" = NULL WHERE "user_id" = "erased_id";
  RETURN true;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log, and the keys of its personal values
-- ---------------------------------------------------------------------------------------------------------------------

-- A key belongs to a user, or to an address in a month.
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_owner_check" CHECK (
  num_nonnulls("user_id", "address_hash") = 1 AND num_nonnulls("user_id", "month") = 1
);

-- AES-256 takes no other length.
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_key_check" CHECK (octet_length("key") = 32);

-- The foreign key deletes the key of a user, this trigger those of the mailbox, unless another account has verified the mailbox. An
-- unverified address may be that of someone else, whose values must not depend on this account. The other account may have the hash of a
-- former mailbox secret, which its next login renews, so its address counts, too. With the privileges of the owner, because the API's role
-- cannot delete keys.
CREATE FUNCTION "destroy_address_keys"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = OLD."mailbox_hash"
    AND NOT EXISTS (SELECT FROM "users" WHERE "email_verified"
      AND ("mailbox_hash" = OLD."mailbox_hash" OR "email" = OLD."email"));
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_destroy_address_keys"
  AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD."email_verified") EXECUTE FUNCTION "destroy_address_keys"();

-- Deletes at most "max_keys" keys of addresses whose month ended before a time, and returns how many. A key of the last 30 days
-- stays, whatever the time, as in "erase_audit_addresses".
CREATE FUNCTION "erase_address_keys"("before" timestamptz, "max_keys" integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  erased integer;
BEGIN
  DELETE FROM "personal_keys" WHERE "id" IN (
    SELECT "id" FROM "personal_keys"
    WHERE "month" < (least("before", now() - interval '30 days') AT TIME ZONE 'UTC' - interval '1 month')::date
    ORDER BY "month" LIMIT "max_keys"
  );
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END
$$;

CREATE INDEX "audit_entries_workspace_id_id_idx" ON "audit_entries"("workspace_id", "id") WHERE "workspace_id" IS NOT NULL;
CREATE INDEX "audit_entries_subject_user_id_id_idx" ON "audit_entries"("subject_user_id", "id") WHERE "subject_user_id" IS NOT NULL;

-- Entries whose address and browser are not erased yet, the oldest first.
CREATE INDEX "audit_entries_address_idx" ON "audit_entries"("occurred_at") WHERE "ip" IS NOT NULL OR "user_agent" IS NOT NULL;

-- No one can change or delete an entry of the audit log, not even the owner of the table. The owner can only drop whole months
-- (docs/decisions/0048-audit-partitions.md).
CREATE FUNCTION "reject_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % is rejected.', TG_OP
    USING ERRCODE = 'AUDIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

-- Statements on the whole log fire this trigger, statements on a partition fire that of the partition.
CREATE TRIGGER "audit_entries_append_only"
  BEFORE DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"();

-- There is one exception: after 30 days, an entry can lose the IP address and user agent of its
-- request. Everything else about it cannot change.
CREATE FUNCTION "check_audit_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."occurred_at" < now() - interval '30 days' AND NEW."ip" IS NULL AND NEW."user_agent" IS NULL
    AND to_jsonb(NEW) - 'ip' - 'user_agent' = to_jsonb(OLD) - 'ip' - 'user_agent' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only: % is rejected.', TG_OP
    USING ERRCODE = 'AUDIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

-- PostgreSQL copies the trigger of a row to each partition.
CREATE TRIGGER "audit_entries_update_check"
  BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "check_audit_update"();

-- Erases the IP addresses and user agents of at most "max_entries" entries from before a time, and returns how many it found. With
-- the privileges of the owner, because the API's role cannot update entries. The trigger above rejects a time within 30 days.
CREATE FUNCTION "erase_audit_addresses"("before" timestamptz, "max_entries" integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  erased integer;
BEGIN
  UPDATE "audit_entries" SET "ip" = NULL, "user_agent" = NULL WHERE "id" IN (
    SELECT "id" FROM "audit_entries"
    WHERE "occurred_at" < "before" AND ("ip" IS NOT NULL OR "user_agent" IS NOT NULL)
    ORDER BY "occurred_at" LIMIT "max_entries"
  );
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END
$$;

-- The smallest ULID of a time.
CREATE FUNCTION "first_ulid_at"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT string_agg(
      substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((extract(epoch FROM "moment") * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
      '' ORDER BY place DESC
    ) FROM generate_series(0, 9) AS place
  ) || repeat('0', 16);

-- The first partition has everything up to the end of this month.
DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  partition text := 'audit_entries_' || to_char(month, 'YYYY_MM');
BEGIN
  EXECUTE format(
    'CREATE TABLE %I PARTITION OF "audit_entries" FOR VALUES FROM (MINVALUE) TO (%L)',
    partition, "first_ulid_at"((month + interval '1 month') AT TIME ZONE 'UTC')
  );
  EXECUTE format(
    'CREATE TRIGGER "audit_entries_append_only" BEFORE DELETE OR TRUNCATE ON %I
       FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"()',
    partition
  );
END
$$;

-- Creates the partitions of the next three months, and returns how many were missing. With the privileges of the owner, because the
-- API's role cannot create tables. Entries can be written meanwhile: attaching a partition does not lock the others.
CREATE FUNCTION "create_audit_partitions"() RETURNS integer
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
    EXECUTE format('CREATE TABLE %I (LIKE "audit_entries" INCLUDING DEFAULTS)', partition);
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

SELECT "create_audit_partitions"();

-- Drops the months that ended before a time, and returns their names. Only the owner may call it. The last 30 days stay. It gives up
-- after two seconds of waiting for reads of the log, because every change waits meanwhile.
CREATE FUNCTION "drop_audit_partitions"("before" timestamptz) RETURNS SETOF text
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  partition text;
BEGIN
  IF "before" > now() - interval '30 days' THEN
    RAISE EXCEPTION 'The audit log of the last 30 days cannot be dropped.' USING ERRCODE = 'AUDIT', TABLE = 'audit_entries';
  END IF;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = '"audit_entries"'::regclass
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= "before"
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION "drop_audit_partitions"(timestamptz) FROM PUBLIC;

-- ---------------------------------------------------------------------------------------------------------------------
-- Billing
-- ---------------------------------------------------------------------------------------------------------------------

-- Nothing but the last four digits of a card is ever stored.
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_card_check" CHECK ("card_last4" ~ '^\d{4}$');

-- The trials that end soon, for the hourly job that enqueues the emails about them.
CREATE INDEX "billing_accounts_trial_ends_at_idx" ON "billing_accounts"("trial_ends_at") WHERE "subscription_status" = 'trialing';

-- An email about a subscription has a known kind.
ALTER TABLE "billing_emails" ADD CONSTRAINT "billing_emails_kind_check" CHECK (
  "kind" IN ('trialEndsIn7Days', 'trialEndsIn1Day', 'paused', 'paymentFailed', 'resumed', 'ended')
);

-- The metric of pending Stripe events.
CREATE INDEX "stripe_events_waiting" ON "stripe_events"("received_at") WHERE "applied_at" IS NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Functions with the privileges of the owner
-- ---------------------------------------------------------------------------------------------------------------------

-- Functions that run with the privileges of the owner look for a name in the product's schema first, and in the temporary tables of
-- the caller last. Without "pg_temp" in the path, PostgreSQL would search the temporary tables before everything else. The catalog
-- is not named, because it would then be searched after the schema. `migrate` grants the right to call them (grants.ts).
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

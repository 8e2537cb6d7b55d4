-- The types, tables, foreign keys and indexes of schema.prisma, in its order. The migration `guards` has what schema.prisma cannot express.

-- ---------------------------------------------------------------------------------------------------------------------
-- Types
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TYPE "instance_env_type" AS ENUM ('SI', 'PRIVATE', 'LOCAL');
CREATE TYPE "workspace_role" AS ENUM ('OWNER', 'APPROVER', 'EDITOR');
CREATE TYPE "ownership_offer_outcome" AS ENUM ('ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ENDED');
CREATE TYPE "ownership_reassignment_outcome" AS ENUM ('COMPLETED', 'OBJECTED', 'CANCELLED', 'SUPERSEDED');

-- ---------------------------------------------------------------------------------------------------------------------
-- Users, and their sessions at the portal
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "auth0_id" TEXT,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "mailbox_hash" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "nickname" TEXT NOT NULL,
    "picture_url" TEXT,
    "provider_picture_url" TEXT,
    "github_username" TEXT,
    "discord_username" TEXT,
    "tos_version_id" TEXT,
    "reviewed_profile_at" TIMESTAMPTZ(3),
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantined_until" TIMESTAMPTZ(3),
    "quarantine_reason" TEXT,
    "quarantined_by_id" TEXT,
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_until" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,
    "suspended_by_id" TEXT,
    "sessions_ended_at" TIMESTAMPTZ(3),
    "signed_up_at" TIMESTAMPTZ(3),
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "users_auth0_id_key" ON "users"("auth0_id");
CREATE INDEX "users_email_idx" ON "users"("email");
CREATE INDEX "users_mailbox_hash_idx" ON "users"("mailbox_hash");
CREATE INDEX "users_signed_up_at_id_idx" ON "users"("signed_up_at", "id");

CREATE TABLE "sessions" (
    "id_hash" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "logged_in_at" TIMESTAMPTZ(3),
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "ip" TEXT,
    "user_agent" TEXT,
    "verified_email" TEXT,
    "provider_session_id" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "sessions_provider_session_id_idx" ON "sessions"("provider_session_id");

CREATE TABLE "login_attempts" (
    "state_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "reauthenticated_since" TIMESTAMPTZ(3),
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempts_pkey" PRIMARY KEY ("state_hash")
);
CREATE INDEX "login_attempts_expires_at_idx" ON "login_attempts"("expires_at");

CREATE TABLE "tos_agreements" (
    "user_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "agreed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip" TEXT,

    CONSTRAINT "tos_agreements_pkey" PRIMARY KEY ("user_id","version_id"),
    CONSTRAINT "tos_agreements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Workspaces, their members, and changes of their owner
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "description" TEXT,
    "instance_url" TEXT NOT NULL,
    "instance_env_type" "instance_env_type" NOT NULL,
    "approvals_enabled" BOOLEAN NOT NULL DEFAULT false,
    "creator_user_id" TEXT NOT NULL,
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantine_reason" TEXT,
    "quarantined_by_id" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_active_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "workspaces_creator_user_id_fkey" FOREIGN KEY ("creator_user_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "workspaces_creator_user_id_idx" ON "workspaces"("creator_user_id");

CREATE TABLE "memberships" (
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "workspace_role" NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_favourite" BOOLEAN NOT NULL DEFAULT false,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("workspace_id","user_id"),
    CONSTRAINT "memberships_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memberships_user_id_workspace_id_idx" ON "memberships"("user_id", "workspace_id");

CREATE TABLE "ownership_offers" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "from_user_id" TEXT NOT NULL,
    "to_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "ownership_offer_outcome",

    CONSTRAINT "ownership_offers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ownership_offers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ownership_offers_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ownership_offers_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ownership_offers_workspace_id_idx" ON "ownership_offers"("workspace_id");
CREATE INDEX "ownership_offers_from_user_id_idx" ON "ownership_offers"("from_user_id");
CREATE INDEX "ownership_offers_to_user_id_idx" ON "ownership_offers"("to_user_id");

CREATE TABLE "ownership_reassignments" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "from_user_id" TEXT NOT NULL,
    "to_user_id" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "objection_hash" TEXT,
    "notified_at" TIMESTAMPTZ(3),
    "confirmation_needed_at" TIMESTAMPTZ(3),
    "confirmed_by_id" TEXT,
    "effective_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "ownership_reassignment_outcome",

    CONSTRAINT "ownership_reassignments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ownership_reassignments_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ownership_reassignments_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ownership_reassignments_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ownership_reassignments_objection_hash_key" ON "ownership_reassignments"("objection_hash");
CREATE INDEX "ownership_reassignments_workspace_id_idx" ON "ownership_reassignments"("workspace_id");
CREATE INDEX "ownership_reassignments_from_user_id_idx" ON "ownership_reassignments"("from_user_id");
CREATE INDEX "ownership_reassignments_to_user_id_idx" ON "ownership_reassignments"("to_user_id");

-- ---------------------------------------------------------------------------------------------------------------------
-- Tokens and codes, and stored responses
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "auth_tokens" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "creator_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "expiry_email_days" INTEGER,
    "session_id" TEXT NOT NULL,
    "review_requested_at" TIMESTAMPTZ(3),

    CONSTRAINT "auth_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "auth_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "auth_tokens_creator_user_id_fkey" FOREIGN KEY ("creator_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "auth_tokens_workspace_id_created_at_idx" ON "auth_tokens"("workspace_id", "created_at");
CREATE INDEX "auth_tokens_workspace_id_id_idx" ON "auth_tokens"("workspace_id", "id");
CREATE INDEX "auth_tokens_creator_user_id_idx" ON "auth_tokens"("creator_user_id");
CREATE INDEX "auth_tokens_expires_at_idx" ON "auth_tokens"("expires_at");

CREATE TABLE "connect_codes" (
    "code_hash" TEXT NOT NULL,
    "state_hash" TEXT,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "instance_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connect_codes_pkey" PRIMARY KEY ("code_hash"),
    CONSTRAINT "connect_codes_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "connect_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "connect_codes_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "connect_codes_expires_at_idx" ON "connect_codes"("expires_at");
CREATE INDEX "connect_codes_workspace_id_idx" ON "connect_codes"("workspace_id");
CREATE INDEX "connect_codes_user_id_idx" ON "connect_codes"("user_id");
CREATE INDEX "connect_codes_session_id_idx" ON "connect_codes"("session_id");

CREATE TABLE "instance_tokens" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "instance_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "instance_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "instance_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "instance_tokens_workspace_id_user_id_idx" ON "instance_tokens"("workspace_id", "user_id");
CREATE INDEX "instance_tokens_user_id_idx" ON "instance_tokens"("user_id");
CREATE INDEX "instance_tokens_expires_at_idx" ON "instance_tokens"("expires_at");
CREATE INDEX "instance_tokens_session_id_idx" ON "instance_tokens"("session_id");

CREATE TABLE "idempotency_keys" (
    "user_id" TEXT NOT NULL,
    "call" TEXT NOT NULL,
    "request_ulid" TEXT NOT NULL,
    "payload_hash" TEXT NOT NULL,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","call","request_ulid"),
    CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- ---------------------------------------------------------------------------------------------------------------------
-- Invitations
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "workspace_role" NOT NULL,
    "inviter_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "email_failed_at" TIMESTAMPTZ(3),
    "email_limited_at" TIMESTAMPTZ(3),
    "email_limit" TEXT,
    "email_limited_until" TIMESTAMPTZ(3),
    "email_sent_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id")
        ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "invitations_workspace_id_email_id_idx" ON "invitations"("workspace_id", "email", "id");
CREATE INDEX "invitations_email_idx" ON "invitations"("email");
CREATE INDEX "invitations_inviter_id_idx" ON "invitations"("inviter_id");

CREATE TABLE "invitation_links" (
    "token_hash" TEXT NOT NULL,
    "invitation_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "invitation_links_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "invitation_links_invitation_id_idx" ON "invitation_links"("invitation_id");

CREATE TABLE "invitation_proofs" (
    "invitation_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_proofs_pkey" PRIMARY KEY ("invitation_id","user_id"),
    CONSTRAINT "invitation_proofs_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_proofs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "invitation_proofs_user_id_idx" ON "invitation_proofs"("user_id");

CREATE TABLE "pre_provisioned_user_links" (
    "token_hash" TEXT NOT NULL,
    "pre_provisioned_user_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pre_provisioned_user_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "pre_provisioned_user_links_pre_provisioned_user_id_fkey" FOREIGN KEY ("pre_provisioned_user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "pre_provisioned_user_links_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "pre_provisioned_user_links_pre_provisioned_user_id_idx" ON "pre_provisioned_user_links"("pre_provisioned_user_id");
CREATE INDEX "pre_provisioned_user_links_workspace_id_idx" ON "pre_provisioned_user_links"("workspace_id");
CREATE INDEX "pre_provisioned_user_links_expires_at_idx" ON "pre_provisioned_user_links"("expires_at");

CREATE TABLE "invitation_emails" (
    "id" TEXT NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "inviter_id" TEXT,
    "workspace_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_emails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitation_emails_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id")
        ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "invitation_emails_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "invitation_emails_mailbox_hash_created_at_idx" ON "invitation_emails"("mailbox_hash", "created_at");
CREATE INDEX "invitation_emails_created_at_idx" ON "invitation_emails"("created_at");
CREATE INDEX "invitation_emails_inviter_id_idx" ON "invitation_emails"("inviter_id");
CREATE INDEX "invitation_emails_workspace_id_idx" ON "invitation_emails"("workspace_id");

CREATE TABLE "suppressed_addresses" (
    "address_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("address_hash")
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Emails about accounts
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "account_emails" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_emails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "account_emails_user_id_idx" ON "account_emails"("user_id");
CREATE INDEX "account_emails_created_at_idx" ON "account_emails"("created_at");

CREATE TABLE "muted_emails" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "muted_emails_pkey" PRIMARY KEY ("user_id","kind"),
    CONSTRAINT "muted_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "known_devices" (
    "user_id" TEXT NOT NULL,
    "device_hash" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","device_hash"),
    CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "known_devices_user_id_last_seen_at_idx" ON "known_devices"("user_id", "last_seen_at");

-- ---------------------------------------------------------------------------------------------------------------------
-- Export and deletion of accounts
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "account_exports" (
    "user_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "account_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

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
CREATE UNIQUE INDEX "account_deletions_undo_hash_key" ON "account_deletions"("undo_hash");

-- ---------------------------------------------------------------------------------------------------------------------
-- Rate limits
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log, and the keys of its personal values
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "personal_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" TEXT,
    "address_hash" TEXT,
    "month" DATE,
    "key" BYTEA NOT NULL DEFAULT sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "personal_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "personal_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "personal_keys_user_id_key" ON "personal_keys"("user_id");
CREATE INDEX "personal_keys_month_idx" ON "personal_keys"("month");
CREATE UNIQUE INDEX "personal_keys_address_hash_month_key" ON "personal_keys"("address_hash", "month");

-- Partitioned by month: `guards` creates the partitions. An id is a ULID, so a range of ids is a period.
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actor_user_id" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "workspace_id" TEXT,
    "subject_user_id" TEXT,
    "details" JSONB,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "audit_entries_actor_user_id_id_idx" ON "audit_entries"("actor_user_id", "id");
CREATE INDEX "audit_entries_action_idx" ON "audit_entries"("action");
CREATE INDEX "audit_entries_credential_idx" ON "audit_entries"("credential");

-- ---------------------------------------------------------------------------------------------------------------------
-- Billing
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE "billing_accounts" (
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "customer_linked_at" TIMESTAMPTZ(3),
    "generation" INTEGER NOT NULL DEFAULT 1,
    "email" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "legal_name" TEXT,
    "legal_number" TEXT,
    "tax_number" TEXT,
    "tax_number_state" TEXT,
    "phone_number" TEXT,
    "address_line_1" TEXT,
    "address_line_2" TEXT,
    "zip_code" TEXT,
    "city" TEXT,
    "state" TEXT,
    "country" TEXT,
    "has_payment_method" BOOLEAN NOT NULL DEFAULT false,
    "subscription_id" TEXT,
    "subscription_status" TEXT,
    "plan_code" TEXT,
    "currency" TEXT,
    "ending_at" TIMESTAMPTZ(3),
    "period_total" INTEGER NOT NULL DEFAULT 0,
    "price_amount" INTEGER,
    "price_interval" TEXT,
    "price_interval_count" INTEGER,
    "next_invoice_at" TIMESTAMPTZ(3),
    "next_invoice_amount" INTEGER,
    "trial_ends_at" TIMESTAMPTZ(3),
    "last_trial_ends_at" TIMESTAMPTZ(3),
    "collection" TEXT,
    "collection_resumes_at" TIMESTAMPTZ(3),
    "trial_end_behavior" TEXT,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "card_exp_month" INTEGER,
    "card_exp_year" INTEGER,
    "invoices" JSONB,
    "checkout_id" TEXT,
    "resumed_with" TEXT,
    "reads_started" INTEGER NOT NULL DEFAULT 0,
    "read_stored" INTEGER NOT NULL DEFAULT 0,
    "mirrored_at" TIMESTAMPTZ(3),
    "save_locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "billing_accounts_customer_id_key" ON "billing_accounts"("customer_id");

CREATE TABLE "billing_emails" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_emails_pkey" PRIMARY KEY ("user_id","kind","subject"),
    CONSTRAINT "billing_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "payload" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "occurred_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "stripe_events_customer_id_applied_at_idx" ON "stripe_events"("customer_id", "applied_at");
CREATE INDEX "stripe_events_received_at_idx" ON "stripe_events"("received_at");

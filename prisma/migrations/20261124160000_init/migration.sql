-- CreateEnum
CREATE TYPE "instance_env_type" AS ENUM ('SI', 'PRIVATE', 'LOCAL');

-- CreateEnum
CREATE TYPE "workspace_role" AS ENUM ('OWNER', 'APPROVER', 'EDITOR');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "auth0_id" TEXT,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
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
    "signed_up_at" TIMESTAMPTZ(3),
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "logged_in_at" TIMESTAMPTZ(3),
    "is_staff" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "tos_agreements" (
    "user_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "agreed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip" TEXT,

    CONSTRAINT "tos_agreements_pkey" PRIMARY KEY ("user_id","version_id")
);

-- CreateTable
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

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "workspace_role" NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_favourite" BOOLEAN NOT NULL DEFAULT false,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "auth_tokens" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "creator_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "auth_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connect_codes" (
    "code_hash" TEXT NOT NULL,
    "state_hash" TEXT,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connect_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "instance_tokens" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "instance_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" TEXT NOT NULL,
    "call" TEXT NOT NULL,
    "request_ulid" TEXT NOT NULL,
    "payload_hash" TEXT NOT NULL,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","call","request_ulid")
);

-- CreateTable
CREATE TABLE "invitation_emails" (
    "id" TEXT NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressed_addresses" (
    "address_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("address_hash")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
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
);

-- CreateTable
CREATE TABLE "billing_accounts" (
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT,
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
    "checkout_id" TEXT,
    "resumed_with" TEXT,
    "reads_started" INTEGER NOT NULL DEFAULT 0,
    "read_stored" INTEGER NOT NULL DEFAULT 0,
    "mirrored_at" TIMESTAMPTZ(3),
    "save_locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "payload" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_auth0_id_key" ON "users"("auth0_id");

-- CreateIndex
CREATE INDEX "users_email_idx" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_signed_up_at_id_idx" ON "users"("signed_up_at", "id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "login_attempts_expires_at_idx" ON "login_attempts"("expires_at");

-- CreateIndex
CREATE INDEX "workspaces_creator_user_id_idx" ON "workspaces"("creator_user_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_workspace_id_idx" ON "memberships"("user_id", "workspace_id");

-- CreateIndex
CREATE INDEX "auth_tokens_workspace_id_created_at_idx" ON "auth_tokens"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "auth_tokens_workspace_id_id_idx" ON "auth_tokens"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "auth_tokens_creator_user_id_idx" ON "auth_tokens"("creator_user_id");

-- CreateIndex
CREATE INDEX "connect_codes_expires_at_idx" ON "connect_codes"("expires_at");

-- CreateIndex
CREATE INDEX "connect_codes_workspace_id_idx" ON "connect_codes"("workspace_id");

-- CreateIndex
CREATE INDEX "connect_codes_user_id_idx" ON "connect_codes"("user_id");

-- CreateIndex
CREATE INDEX "instance_tokens_workspace_id_user_id_idx" ON "instance_tokens"("workspace_id", "user_id");

-- CreateIndex
CREATE INDEX "instance_tokens_user_id_idx" ON "instance_tokens"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "invitation_emails_mailbox_hash_created_at_idx" ON "invitation_emails"("mailbox_hash", "created_at");

-- CreateIndex
CREATE INDEX "invitation_emails_created_at_idx" ON "invitation_emails"("created_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_id_idx" ON "audit_entries"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_user_id_id_idx" ON "audit_entries"("actor_user_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_user_id_id_idx" ON "audit_entries"("subject_user_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");

-- CreateIndex
CREATE INDEX "audit_entries_credential_id_idx" ON "audit_entries"("credential", "id");

-- CreateIndex
CREATE UNIQUE INDEX "billing_accounts_customer_id_key" ON "billing_accounts"("customer_id");

-- CreateIndex
CREATE INDEX "stripe_events_customer_id_applied_at_idx" ON "stripe_events"("customer_id", "applied_at");

-- CreateIndex
CREATE INDEX "stripe_events_received_at_idx" ON "stripe_events"("received_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tos_agreements" ADD CONSTRAINT "tos_agreements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_creator_user_id_fkey" FOREIGN KEY ("creator_user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_creator_user_id_fkey" FOREIGN KEY ("creator_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connect_codes" ADD CONSTRAINT "connect_codes_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connect_codes" ADD CONSTRAINT "connect_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

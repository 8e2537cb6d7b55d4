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
    "github_username" TEXT,
    "discord_username" TEXT,
    "tos_version_id" TEXT,
    "reviewed_profile_at" TIMESTAMPTZ(3),
    "quarantined_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
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

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "login_attempts" (
    "state_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
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

-- CreateIndex
CREATE UNIQUE INDEX "users_auth0_id_key" ON "users"("auth0_id");

-- CreateIndex
CREATE INDEX "users_email_idx" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "login_attempts_expires_at_idx" ON "login_attempts"("expires_at");

-- CreateIndex
CREATE INDEX "workspaces_creator_user_id_idx" ON "workspaces"("creator_user_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "auth_tokens_workspace_id_created_at_idx" ON "auth_tokens"("workspace_id", "created_at");

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

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tos_agreements" ADD CONSTRAINT "tos_agreements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- What the schema language can't say.

-- An unclaimed invitation is unique by e-mail; two identities may share one.
CREATE UNIQUE INDEX "users_unclaimed_email_key" ON "users"("email") WHERE "auth0_id" IS NULL;

-- A workspace has at most one owner.
CREATE UNIQUE INDEX "memberships_one_owner_key" ON "memberships"("workspace_id") WHERE "role" = 'OWNER';

-- A person has at most one default workspace.
CREATE UNIQUE INDEX "memberships_one_default_key" ON "memberships"("user_id") WHERE "is_default";

-- Ids are ULIDs.
ALTER TABLE "users" ADD CONSTRAINT "users_id_check" CHECK (length("id") = 26);
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_id_check" CHECK (length("id") = 26);
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_id_check" CHECK (length("id") = 26);
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_id_check" CHECK (length("id") = 26);

ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email"));

-- What a member's list shows of a workspace and of who made it, beside the place that it has there: a page of the list is
-- then read from the member's own rows, and takes the same however many workspaces and people there are. Each of these
-- migrations locks one table only, so that none waits for a transaction that waits for it.
ALTER TABLE "memberships"
  ADD COLUMN "workspace_display_name" text,
  ADD COLUMN "workspace_description" text,
  ADD COLUMN "workspace_instance_url" text,
  ADD COLUMN "workspace_instance_env_type" instance_env_type,
  ADD COLUMN "workspace_approvals_enabled" boolean,
  ADD COLUMN "workspace_created_at" timestamptz(3),
  ADD COLUMN "creator_user_id" text,
  ADD COLUMN "creator_first_name" text,
  ADD COLUMN "creator_last_name" text,
  ADD COLUMN "creator_nickname" text;

-- The table has the name of its model. No release has the earlier name.
ALTER TABLE "placeholder_links" RENAME TO "pre_provisioned_user_links";
ALTER TABLE "pre_provisioned_user_links" RENAME COLUMN "placeholder_id" TO "pre_provisioned_user_id";
ALTER TABLE "pre_provisioned_user_links" RENAME CONSTRAINT "placeholder_links_pkey" TO "pre_provisioned_user_links_pkey";
ALTER TABLE "pre_provisioned_user_links" RENAME CONSTRAINT "placeholder_links_placeholder_id_fkey" TO "pre_provisioned_user_links_pre_provisioned_user_id_fkey";
ALTER TABLE "pre_provisioned_user_links" RENAME CONSTRAINT "placeholder_links_workspace_id_fkey" TO "pre_provisioned_user_links_workspace_id_fkey";
ALTER INDEX "placeholder_links_placeholder_id_idx" RENAME TO "pre_provisioned_user_links_pre_provisioned_user_id_idx";
ALTER INDEX "placeholder_links_workspace_id_idx" RENAME TO "pre_provisioned_user_links_workspace_id_idx";
ALTER INDEX "placeholder_links_expires_at_idx" RENAME TO "pre_provisioned_user_links_expires_at_idx";

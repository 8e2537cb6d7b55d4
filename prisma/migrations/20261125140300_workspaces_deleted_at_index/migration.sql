-- Deleted workspaces, the oldest first.
CREATE INDEX CONCURRENTLY "workspaces_deleted_at_idx" ON "workspaces"("deleted_at") WHERE "deleted_at" IS NOT NULL;

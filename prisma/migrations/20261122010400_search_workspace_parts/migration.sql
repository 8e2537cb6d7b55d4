-- Alone, since nothing else may stand in a transaction with what locks nobody out. Without a list of what is still to be
-- indexed, which every search would have to read.
CREATE INDEX CONCURRENTLY "workspaces_text_idx" ON "workspaces" USING gin ("workspace_text"("display_name", "instance_env_type", "instance_url") gin_trgm_ops) WITH (fastupdate = off);

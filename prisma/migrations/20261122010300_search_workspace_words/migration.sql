-- Alone, since nothing else may stand in a transaction with what locks nobody out. Without a list of what is still to be
-- indexed, which every search would have to read.
CREATE INDEX CONCURRENTLY "workspaces_words_idx" ON "workspaces" USING gin ("workspace_words"("display_name", "instance_env_type", "instance_url")) WITH (fastupdate = off);

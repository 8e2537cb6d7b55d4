-- A list of workspaces looks up each by its id. Down a tree that costs a page more each time the tree grows; by hash it
-- costs the same among any number. The primary key stays the tree, for order and for what must be one.
CREATE INDEX CONCURRENTLY "workspaces_id_idx" ON "workspaces" USING hash ("id");

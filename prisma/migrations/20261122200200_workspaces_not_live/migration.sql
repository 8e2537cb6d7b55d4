-- Few are deleted or quarantined. A list leaves them out by this: whether a workspace is live is written in one row, however
-- many members it has.
CREATE INDEX CONCURRENTLY "workspaces_not_live" ON "workspaces" ("id") WHERE "deleted_at" IS NOT NULL OR "quarantined_at" IS NOT NULL;

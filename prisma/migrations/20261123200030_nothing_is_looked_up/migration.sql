-- Lists read from the members' own rows whether a workspace is live. An API of before finds it by the primary key.
DROP INDEX CONCURRENTLY IF EXISTS "workspaces_not_live";

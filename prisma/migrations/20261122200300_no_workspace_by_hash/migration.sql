-- Lists no longer look each workspace up; for one at a time the primary key does.
DROP INDEX CONCURRENTLY IF EXISTS "workspaces_id_idx";

-- Nor each creator.
DROP INDEX CONCURRENTLY IF EXISTS "users_id_idx";

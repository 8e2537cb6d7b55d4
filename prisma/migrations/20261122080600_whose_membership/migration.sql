-- The index before has all that this one had.
DROP INDEX CONCURRENTLY IF EXISTS "memberships_user_id_idx";

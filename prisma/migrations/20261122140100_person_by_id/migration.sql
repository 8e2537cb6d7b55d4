-- As the index before: who made each workspace of a list, and who asks.
CREATE INDEX CONCURRENTLY "users_id_idx" ON "users" USING hash ("id");

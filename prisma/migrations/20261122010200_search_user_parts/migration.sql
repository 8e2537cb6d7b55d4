-- Alone, since nothing else may stand in a transaction with what locks nobody out. Without a list of what is still to be
-- indexed, which every search would have to read.
CREATE INDEX CONCURRENTLY "users_text_idx" ON "users" USING gin ("user_text"("first_name", "last_name", "nickname", "email") gin_trgm_ops) WITH (fastupdate = off);

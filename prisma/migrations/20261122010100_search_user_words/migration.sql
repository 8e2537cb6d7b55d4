-- Alone, since nothing else may stand in a transaction with what locks nobody out. Without a list of what is still to be
-- indexed, which every search would have to read.
CREATE INDEX CONCURRENTLY "users_words_idx" ON "users" USING gin ("user_words"("first_name", "last_name", "nickname", "email")) WITH (fastupdate = off);

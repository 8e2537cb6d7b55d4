CREATE INDEX CONCURRENTLY "instance_tokens_session_id_idx" ON "instance_tokens"("session_id");

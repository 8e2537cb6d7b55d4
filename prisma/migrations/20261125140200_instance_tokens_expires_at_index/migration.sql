CREATE INDEX CONCURRENTLY "instance_tokens_expires_at_idx" ON "instance_tokens"("expires_at");

CREATE INDEX CONCURRENTLY "auth_tokens_expires_at_idx" ON "auth_tokens"("expires_at");

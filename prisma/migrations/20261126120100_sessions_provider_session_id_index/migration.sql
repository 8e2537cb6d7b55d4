CREATE INDEX CONCURRENTLY "sessions_provider_session_id_idx" ON "sessions"("provider_session_id");

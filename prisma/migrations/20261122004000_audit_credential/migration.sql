-- CreateIndex
CREATE INDEX CONCURRENTLY "audit_entries_credential_id_idx" ON "audit_entries"("credential", "id");

-- CreateIndex
CREATE INDEX "audit_entries_credential_id_idx" ON "audit_entries"("credential", "id");

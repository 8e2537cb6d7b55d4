-- Audit entries whose address and browser are not erased yet, the oldest first.
CREATE INDEX CONCURRENTLY "audit_entries_address_idx" ON "audit_entries"("occurred_at")
  WHERE "ip" IS NOT NULL OR "user_agent" IS NOT NULL;

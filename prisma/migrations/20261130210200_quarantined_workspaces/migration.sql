-- The quarantined workspaces, for the home of staff (docs/decisions/0101-the-home-of-staff.md).
CREATE INDEX CONCURRENTLY "workspaces_quarantined_idx" ON "workspaces"("quarantined_at") WHERE "quarantined_at" IS NOT NULL;

-- The number of an audit entry in its workspace (docs/decisions/0089-numbers-of-activity.md). Entries from before have none: they cannot change.

ALTER TABLE "audit_entries" ADD COLUMN "sequence" BIGINT;
CREATE INDEX "audit_entries_workspace_id_sequence_idx" ON "audit_entries"("workspace_id", "sequence") WHERE "sequence" IS NOT NULL;

-- The latest number of each workspace. A table of its own, because many transactions hold their workspace for reading only.
CREATE TABLE "workspace_sequences" (
    "workspace_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "workspace_sequences_pkey" PRIMARY KEY ("workspace_id"),
    CONSTRAINT "workspace_sequences_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

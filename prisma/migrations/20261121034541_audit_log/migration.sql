-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actor_user_id" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "workspace_id" TEXT,
    "subject_user_id" TEXT,
    "details" JSONB,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_id_idx" ON "audit_entries"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_user_id_id_idx" ON "audit_entries"("actor_user_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_user_id_id_idx" ON "audit_entries"("subject_user_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");

-- How often the members, their roles, the name or the approvals of a workspace have changed (docs/decisions/0086-workspace-events.md).
-- A table of its own, because transactions that hold a workspace for reading increment the number.

CREATE TABLE "workspace_revisions" (
    "workspace_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "workspace_revisions_pkey" PRIMARY KEY ("workspace_id"),
    CONSTRAINT "workspace_revisions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "workspaces" ADD COLUMN "last_active_at" TIMESTAMPTZ(3);

-- When the instance of a workspace last contacted the API. Null for workspaces that it has not contacted since this migration.
ALTER TABLE "workspaces" ADD COLUMN "instance_seen_at" TIMESTAMPTZ(3);

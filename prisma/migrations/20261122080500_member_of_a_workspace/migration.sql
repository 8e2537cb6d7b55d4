-- Whether somebody is a member is asked with every request. By the person alone, PostgreSQL would look through all their
-- memberships for it, since most people have few.
CREATE INDEX CONCURRENTLY "memberships_user_id_workspace_id_idx" ON "memberships" ("user_id", "workspace_id");

-- What a page of the list of workspaces is read along: the default first, then the favourites.
CREATE INDEX CONCURRENTLY "memberships_workspaces_in_order" ON "memberships" ("user_id", ((NOT "is_default")::int * 2 + (NOT "is_favourite")::int), "workspace_order", "workspace_id");

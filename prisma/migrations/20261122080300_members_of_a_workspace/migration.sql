-- What a page of the list of members is read along: the owner first.
CREATE INDEX CONCURRENTLY "memberships_members_in_order" ON "memberships" ("workspace_id", (("role" <> 'OWNER')::int), "member_order", "user_id");

-- What a page of the list of API tokens is read along.
CREATE INDEX CONCURRENTLY "auth_tokens_workspace_id_id_idx" ON "auth_tokens" ("workspace_id", "id");

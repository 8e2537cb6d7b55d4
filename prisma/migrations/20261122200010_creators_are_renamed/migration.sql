-- The workspaces are held first, as whoever adds a member does: a row that isn't committed yet is waited for. What was handed
-- on meanwhile shows its new creator, and what is not filled in yet shows none.
CREATE FUNCTION "rename_creator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "workspaces" WHERE "creator_user_id" = NEW."id" ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "memberships" m SET
    "creator_first_name" = NEW."first_name", "creator_last_name" = NEW."last_name", "creator_nickname" = NEW."nickname"
    FROM "workspaces" w WHERE w."creator_user_id" = NEW."id" AND m."workspace_id" = w."id"
      AND coalesce(m."creator_user_id", NEW."id") = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_rename" AFTER UPDATE OF "first_name", "last_name", "nickname" ON "users"
  FOR EACH ROW WHEN (
    (OLD."first_name", OLD."last_name", OLD."nickname") IS DISTINCT FROM
    (NEW."first_name", NEW."last_name", NEW."nickname"))
  EXECUTE FUNCTION "rename_creator"();

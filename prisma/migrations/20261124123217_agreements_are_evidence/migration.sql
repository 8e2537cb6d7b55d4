-- Accepted terms are evidence: neither deleting a user nor changing their id touches them.
ALTER TABLE "tos_agreements" DROP CONSTRAINT "tos_agreements_user_id_fkey";
ALTER TABLE "tos_agreements" ADD CONSTRAINT "tos_agreements_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The API has no right to delete users (database/api-role.ts). The one row that it removes is the placeholder of an
-- invitation, once the person who was invited has taken over all that it had: this function deletes that and nothing else.
CREATE FUNCTION "delete_claimed_placeholder"("placeholder_id" text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM "users" u
  WHERE u."id" = "placeholder_id" AND u."auth0_id" IS NULL AND u."signed_up_at" IS NULL AND u."last_login_at" IS NULL
    AND NOT EXISTS (SELECT FROM "tos_agreements" WHERE "user_id" = u."id")
    AND NOT EXISTS (SELECT FROM "memberships" WHERE "user_id" = u."id")
    AND NOT EXISTS (SELECT FROM "workspaces" WHERE "creator_user_id" = u."id")
    AND NOT EXISTS (SELECT FROM "billing_accounts" WHERE "user_id" = u."id");
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION "delete_claimed_placeholder"(text) FROM PUBLIC;

-- Until "keys_by_purpose", hashes of mailboxes had no secret: they never match again, and a list of addresses reverses them. Rows from
-- before it are deleted. The shadow database, in which Prisma compares the schema, has no table of migrations and no rows.
DO $$
DECLARE
  keyed_since timestamptz;
BEGIN
  IF to_regclass('_prisma_migrations') IS NULL THEN
    RETURN;
  END IF;
  SELECT max("started_at") INTO keyed_since FROM "_prisma_migrations"
  WHERE "migration_name" = '20261129140000_keys_by_purpose' AND "rolled_back_at" IS NULL;
  DELETE FROM "suppressed_addresses" WHERE "created_at" < keyed_since;
  DELETE FROM "personal_keys" WHERE "address_hash" IS NOT NULL AND "created_at" < keyed_since;
END
$$;

-- An account with the same address also keeps the keys if its user has not logged in since the hash was added.
CREATE OR REPLACE FUNCTION "destroy_address_keys"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = OLD."mailbox_hash"
    AND NOT EXISTS (
      SELECT FROM "users"
      WHERE "email_verified" AND ("mailbox_hash" = OLD."mailbox_hash" OR "email" = OLD."email")
    );
  RETURN NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "destroy_address_keys"() SET search_path = %I, pg_temp', current_schema());
END
$$;

-- AlterTable
ALTER TABLE "connect_codes" ADD COLUMN     "instance_url" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "mailbox_hash" TEXT;

-- By hand: the hash of a mailbox depends on a secret that the database does not have, so it is stored with the user.
CREATE OR REPLACE FUNCTION "destroy_address_keys"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = OLD."mailbox_hash"
    AND NOT EXISTS (SELECT FROM "users" WHERE "email_verified" AND "mailbox_hash" = OLD."mailbox_hash");
  RETURN NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "destroy_address_keys"() SET search_path = %I, pg_temp', current_schema());
END
$$;

DROP FUNCTION "mailbox_hash"(text);

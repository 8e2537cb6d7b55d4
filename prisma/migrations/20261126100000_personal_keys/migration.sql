-- CreateTable
CREATE TABLE "personal_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" TEXT,
    "address_hash" TEXT,
    "month" DATE,
    "key" BYTEA NOT NULL DEFAULT sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "personal_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "personal_keys_user_id_key" ON "personal_keys"("user_id");

-- CreateIndex
CREATE INDEX "personal_keys_month_idx" ON "personal_keys"("month");

-- CreateIndex
CREATE UNIQUE INDEX "personal_keys_address_hash_month_key" ON "personal_keys"("address_hash", "month");

-- AddForeignKey
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A key belongs to a user, or to an address in a month.
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_owner_check" CHECK (
  num_nonnulls("user_id", "address_hash") = 1 AND num_nonnulls("user_id", "month") = 1
);

-- AES-256 takes no other length.
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_key_check" CHECK (octet_length("key") = 32);

-- The hash of the mailbox of an address, as `hashMailbox` of the API computes it.
CREATE FUNCTION "mailbox_hash"("email" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN rtrim(translate(
    encode(sha256(convert_to(regexp_replace("email", '^([^+]+)\+.*(@[^@]*)$', '\1\2'), 'UTF8')), 'base64'), '+/', '-_'), '=');

-- The key of a user is deleted by the foreign key, the keys of the address by this trigger. An unverified address may be that of
-- someone else, whose values must not depend on this account. With the privileges of the owner, because the API's role cannot
-- delete keys.
CREATE FUNCTION "destroy_address_keys"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = mailbox_hash(OLD."email");
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_destroy_address_keys"
  AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD."email_verified") EXECUTE FUNCTION "destroy_address_keys"();

-- Deletes at most "max_keys" keys of addresses whose month ended before a time, and returns how many. A key of the last 30 days
-- stays, whatever the time, as in "erase_audit_addresses".
CREATE FUNCTION "erase_address_keys"("before" timestamptz, "max_keys" integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  erased integer;
BEGIN
  DELETE FROM "personal_keys" WHERE "id" IN (
    SELECT "id" FROM "personal_keys"
    WHERE "month" < (least("before", now() - interval '30 days') AT TIME ZONE 'UTC' - interval '1 month')::date
    ORDER BY "month" LIMIT "max_keys"
  );
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END
$$;

-- A key is of a mailbox, so that an account with another tag in its address ("ada+x@example.com") must not destroy the keys of one
-- that stays ("ada@example.com").
CREATE OR REPLACE FUNCTION "destroy_address_keys"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  mailbox text := mailbox_hash(OLD."email");
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = mailbox
    AND NOT EXISTS (SELECT FROM "users" WHERE "email_verified" AND mailbox_hash("email") = mailbox);
  RETURN NULL;
END
$$;

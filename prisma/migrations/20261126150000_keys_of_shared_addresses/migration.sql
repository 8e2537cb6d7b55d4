-- What is about an address stays readable as long as another account has verified that address, as in "erase_account".
CREATE OR REPLACE FUNCTION "destroy_address_keys"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "personal_keys" WHERE "address_hash" = mailbox_hash(OLD."email")
    AND NOT EXISTS (SELECT FROM "users" WHERE "email" = OLD."email" AND "email_verified");
  RETURN NULL;
END
$$;

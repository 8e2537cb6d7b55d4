-- The audit log stays append-only, with one exception: after 30 days, an entry can lose the IP address and user agent of its
-- request. Everything else about it cannot change.
CREATE FUNCTION "check_audit_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."occurred_at" < now() - interval '30 days' AND NEW."ip" IS NULL AND NEW."user_agent" IS NULL
    AND to_jsonb(NEW) - 'ip' - 'user_agent' = to_jsonb(OLD) - 'ip' - 'user_agent' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only: % is rejected.', TG_OP
    USING ERRCODE = 'AUDIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

DROP TRIGGER "audit_entries_append_only" ON "audit_entries";

CREATE TRIGGER "audit_entries_append_only"
  BEFORE DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"();

CREATE TRIGGER "audit_entries_update_check"
  BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "check_audit_update"();

-- Erases the IP addresses and user agents of at most "max_entries" entries from before a time, and returns how many it found. With
-- the privileges of the owner, because the API's role cannot update entries. The trigger above rejects a time within 30 days.
CREATE FUNCTION "erase_audit_addresses"("before" timestamptz, "max_entries" integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  erased integer;
BEGIN
  UPDATE "audit_entries" SET "ip" = NULL, "user_agent" = NULL WHERE "id" IN (
    SELECT "id" FROM "audit_entries"
    WHERE "occurred_at" < "before" AND ("ip" IS NOT NULL OR "user_agent" IS NOT NULL)
    ORDER BY "occurred_at" LIMIT "max_entries"
  );
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END
$$;

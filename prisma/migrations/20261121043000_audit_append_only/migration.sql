-- The audit log is only ever added to. The API's role has no right to do more (database/api-role.ts grants it); this is
-- the second fence, for everybody. The owner of the table takes it down for the one transaction that thins out old
-- lines: docs/decisions/0010-audit-log.md.
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only added to: % is refused.', TG_OP
    USING ERRCODE = 'AUDIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER "audit_entries_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- Partitions the audit log by month, so that old months can be dropped (docs/decisions/0048-audit-partitions.md). An id is a ULID and
-- starts with its time, so a range of ids is a period, and the id stays the primary key.

-- The smallest ULID of a time.
CREATE FUNCTION "first_ulid_at"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT string_agg(
      substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((extract(epoch FROM "moment") * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
      '' ORDER BY place DESC
    ) FROM generate_series(0, 9) AS place
  ) || repeat('0', 16);

-- The existing table becomes the partition of everything up to the end of the current month.
DO $$
DECLARE
  first_month timestamp := date_trunc('month', greatest(now(), (SELECT max("occurred_at") FROM "audit_entries")) AT TIME ZONE 'UTC');
  first_partition text := 'audit_entries_' || to_char(first_month, 'YYYY_MM');
  granted record;
BEGIN
  DROP TRIGGER "audit_entries_append_only" ON "audit_entries";
  DROP TRIGGER "audit_entries_update_check" ON "audit_entries";
  DROP INDEX "audit_entries_workspace_id_id_idx", "audit_entries_actor_user_id_id_idx", "audit_entries_subject_user_id_id_idx",
    "audit_entries_action_id_idx", "audit_entries_credential_id_idx", "audit_entries_address_idx";
  EXECUTE format('ALTER TABLE "audit_entries" RENAME TO %I', first_partition);
  EXECUTE format('ALTER INDEX "audit_entries_pkey" RENAME TO %I', first_partition || '_pkey');

  EXECUTE format('CREATE TABLE "audit_entries" (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE ("id")', first_partition);
  ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id");
  -- The API that runs meanwhile needs its privileges before `migrate` grants them again.
  FOR granted IN
    SELECT acl.privilege_type, acl.grantee::regrole AS role FROM pg_class c, aclexplode(c.relacl) acl
    WHERE c.oid = to_regclass(quote_ident(first_partition)) AND acl.grantee <> 0 AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON "audit_entries" TO %s', granted.privilege_type, granted.role);
  END LOOP;
  CREATE INDEX "audit_entries_actor_user_id_id_idx" ON "audit_entries"("actor_user_id", "id");
  CREATE INDEX "audit_entries_workspace_id_id_idx" ON "audit_entries"("workspace_id", "id") WHERE "workspace_id" IS NOT NULL;
  CREATE INDEX "audit_entries_subject_user_id_id_idx" ON "audit_entries"("subject_user_id", "id")
    WHERE "subject_user_id" IS NOT NULL;
  -- Few different values: PostgreSQL stores each once for many rows. The pages of a frequent value use the primary key.
  CREATE INDEX "audit_entries_action_idx" ON "audit_entries"("action");
  CREATE INDEX "audit_entries_credential_idx" ON "audit_entries"("credential");
  -- Entries whose address and browser are not erased yet, the oldest first.
  CREATE INDEX "audit_entries_address_idx" ON "audit_entries"("occurred_at") WHERE "ip" IS NOT NULL OR "user_agent" IS NOT NULL;

  EXECUTE format(
    'ALTER TABLE "audit_entries" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
    first_partition, "first_ulid_at"((first_month + interval '1 month') AT TIME ZONE 'UTC')
  );

  -- Statements on the whole log fire the trigger of this table, statements on a partition fire that of the partition.
  CREATE TRIGGER "audit_entries_append_only"
    BEFORE DELETE OR TRUNCATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"();
  EXECUTE format(
    'CREATE TRIGGER "audit_entries_append_only" BEFORE DELETE OR TRUNCATE ON %I
       FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"()',
    first_partition
  );
  -- PostgreSQL copies the trigger of a row to each partition.
  CREATE TRIGGER "audit_entries_update_check"
    BEFORE UPDATE ON "audit_entries"
    FOR EACH ROW EXECUTE FUNCTION "check_audit_update"();
END
$$;

-- Creates the partitions of the next three months, and returns how many were missing. With the privileges of the owner, because the
-- API's role cannot create tables. Entries can be written meanwhile: attaching a partition does not lock the others.
CREATE FUNCTION "create_audit_partitions"() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  partition text;
  month timestamp;
  created integer := 0;
BEGIN
  LOCK TABLE "audit_entries" IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT to_date(right(max(c.relname), 7), 'YYYY_MM') INTO STRICT month
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"audit_entries"'::regclass;
  WHILE month < date_trunc('month', now() AT TIME ZONE 'UTC') + interval '3 months' LOOP
    month := month + interval '1 month';
    partition := 'audit_entries_' || to_char(month, 'YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE "audit_entries" INCLUDING DEFAULTS)', partition);
    EXECUTE format(
      'CREATE TRIGGER "audit_entries_append_only" BEFORE DELETE OR TRUNCATE ON %I
         FOR EACH STATEMENT EXECUTE FUNCTION "reject_audit_change"()',
      partition
    );
    EXECUTE format(
      'ALTER TABLE "audit_entries" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, "first_ulid_at"(month AT TIME ZONE 'UTC'), "first_ulid_at"((month + interval '1 month') AT TIME ZONE 'UTC')
    );
    created := created + 1;
  END LOOP;
  RETURN created;
END
$$;

-- Drops the months that ended before a time, and returns their names. Only the owner may call it. The last 30 days stay. It gives up
-- after two seconds of waiting for reads of the log, because every change waits meanwhile.
CREATE FUNCTION "drop_audit_partitions"("before" timestamptz) RETURNS SETOF text
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  partition text;
BEGIN
  IF "before" > now() - interval '30 days' THEN
    RAISE EXCEPTION 'The audit log of the last 30 days cannot be dropped.' USING ERRCODE = 'AUDIT', TABLE = 'audit_entries';
  END IF;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = '"audit_entries"'::regclass
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= "before"
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION "drop_audit_partitions"(timestamptz) FROM PUBLIC;

SELECT "create_audit_partitions"();

-- Functions that run with the privileges of the owner look for a name in the product's schema first, and in the temporary tables of
-- the caller last. Without "pg_temp" in the path, PostgreSQL would search the temporary tables before everything else. The catalog
-- is not named, because it would then be searched after the schema. `migrate` grants the right to call them (grants.ts).
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN
    SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = current_schema() AND p.prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', definer, current_schema());
  END LOOP;
END
$$;

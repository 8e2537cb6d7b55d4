import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { purgeExpired } from '../../../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { freshDatabase, queryOnce, sqlStateOf } from '../../support/database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('the database role of the API', () => {
  it('has only the privileges on each table that the API needs', async () => {
    const privileges = await api.asOwner(`
      SELECT c.relname AS name, array_to_string(array(
        SELECT p FROM unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
        WHERE has_table_privilege('auth_api', c.oid, p)), ' ') AS privileges
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`);
    const restrictedTables: Record<string, string> = {
      audit_entries: 'SELECT INSERT',
      personal_keys: 'SELECT INSERT',
      terms_versions: 'SELECT INSERT',
      tos_agreements: 'SELECT INSERT',
      service_accounts: 'SELECT INSERT UPDATE',
      users: 'SELECT INSERT UPDATE',
      _prisma_migrations: 'SELECT',
      migrations: 'SELECT',
    };
    expect(privileges.length).toBeGreaterThan(15);
    for (const row of privileges as { name: string; privileges: string }[]) {
      expect(row).toEqual({ name: row.name, privileges: restrictedTables[row.name] ?? 'SELECT INSERT UPDATE DELETE' });
    }
  });

  it('has no privileges on the partitions of the audit log', async () => {
    const partitions = (await api.asOwner(`
      SELECT has_table_privilege('auth_api', inhrelid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') AS any
      FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass`)) as { any: boolean }[];
    expect(partitions.length).toBeGreaterThan(3);
    expect(partitions).not.toContainEqual({ any: true });
  });

  it('can call only the functions with the privileges of the owner that it needs, and no other role can', async () => {
    const functions = (await api.asOwner(`
      SELECT p.proname AS name, has_function_privilege('auth_api', p.oid, 'EXECUTE') AS "isCallable",
        has_function_privilege('public', p.oid, 'EXECUTE') AS "isPublic"
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)) as {
      name: string;
      isCallable: boolean;
      isPublic: boolean;
    }[];
    expect(functions.filter(({ isPublic }) => isPublic)).toEqual([]);
    expect(functions.filter(({ isCallable }) => isCallable).map(({ name }) => name)).toEqual([
      'create_audit_partitions',
      'erase_account',
      'erase_address_keys',
      'erase_audit_addresses',
    ]);
    expect(functions.map(({ name }) => name)).toContain('destroy_address_keys');
  });

  it('cannot replace what such a function uses: its search path is fixed, with temporary tables last', async () => {
    const paths = (await api.asOwner(`
      SELECT p.proname AS name, n.nspname || ', pg_temp' AS expected, (
        SELECT split_part(setting, '=', 2) FROM unnest(p.proconfig) setting WHERE setting LIKE 'search_path=%') AS actual
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')`)) as {
      name: string;
      expected: string;
      actual: string | null;
    }[];
    expect(paths.length).toBeGreaterThan(4);
    for (const { name, expected, actual } of paths) expect([name, actual]).toEqual([name, expected]);
  });

  it('reads and changes jobs despite their row-level security', async () => {
    await api.services.pool.query(`SELECT graphile_worker.add_job('nothing', '{}'::json)`);
    const { rows } = await api.services.pool.query(`SELECT id FROM graphile_worker._private_jobs`);
    expect(rows).toHaveLength(1);
  });

  it('can purge expired rows', async () => {
    const user = await makeUser(api);
    await logIn(api, user);
    await api.db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
    await purgeExpired(api.services);
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('gets its privileges on tables of later migrations', async () => {
    const database = await freshDatabase();
    await migrate(database.url, () => undefined);
    const login = `later_${process.pid}`;
    await queryOnce(
      database.url,
      `DO $$ BEGIN EXECUTE format('CREATE ROLE ${login} LOGIN IN ROLE %I', current_database() || '_auth_api'); END $$`,
    );
    await queryOnce(database.url, 'CREATE TABLE later (id int)');
    const apiUrl = new URL(database.url);
    apiUrl.username = login;
    expect(await sqlStateOf(queryOnce(apiUrl.href, 'INSERT INTO later VALUES (1)'))).toBe('42501');
    await queryOnce(database.url, 'GRANT EXECUTE ON FUNCTION erase_account TO PUBLIC');
    await migrate(database.url, () => undefined);
    expect(await sqlStateOf(queryOnce(apiUrl.href, 'INSERT INTO later VALUES (1)'))).toBe('succeeded');
    expect(await sqlStateOf(queryOnce(apiUrl.href, 'DELETE FROM audit_entries'))).toBe('42501');
    const publicly = `SELECT has_function_privilege('public', 'erase_account(text)', 'EXECUTE') AS granted`;
    expect(await queryOnce(database.url, publicly)).toEqual([{ granted: false }]);
    await database.drop();
    await queryOnce(api.services.settings.DATABASE_URL.replace('auth_api@', 'portal@'), `DROP ROLE ${login}`);
  });

  it('must be created by a superuser if the migrating role may not create roles', async () => {
    const database = await freshDatabase();
    const migrator = `migrator_${process.pid}`;
    const name = new URL(database.url).pathname.slice(1);
    await queryOnce(database.url, `CREATE ROLE ${migrator} LOGIN; GRANT ALL ON SCHEMA public TO ${migrator}`);
    const url = new URL(database.url);
    url.username = migrator;
    url.pathname = `/${name}_own`;
    await queryOnce(database.url, `CREATE DATABASE "${name}_own" OWNER ${migrator}`);
    const messages: string[] = [];
    await migrate(url.href, (message) => messages.push(message));
    expect(messages.at(-1)).toContain(`\`CREATE ROLE "${name}_own_auth_api" NOLOGIN\``);

    await queryOnce(database.url, `CREATE ROLE "${name}_own_auth_api" NOLOGIN`);
    const secondRunMessages: string[] = [];
    await migrate(url.href, (message) => secondRunMessages.push(message));
    expect(secondRunMessages).toEqual([]);
    const privilegeQuery = `SELECT has_table_privilege('${name}_own_auth_api', 'users', 'UPDATE') AS granted`;
    expect(await queryOnce(url.href, privilegeQuery)).toEqual([{ granted: true }]);
    await queryOnce(database.url, `DROP DATABASE "${name}_own"`);
    await database.drop();
  });
});

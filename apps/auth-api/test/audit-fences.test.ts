import request from 'supertest';
import { createApp } from '../src/app.ts';
import { migrate } from '../src/database/migrate.ts';
import { recordActs } from '../src/audit/record-acts.ts';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { freshDatabase, queryOnce } from './database.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const user = await makeUser(api);
  const request = { id: 'a-request', ip: null, userAgent: null };
  await recordActs([{ action: 'login', actorUserId: user.id, credential: 'session', request }], api.services);
});
afterAll(() => api.close());

const rewrites = [
  `UPDATE audit_entries SET action = 'nothing'`,
  `UPDATE audit_entries SET ip = NULL WHERE false`,
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
  'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_entries_append_only ON audit_entries',
];

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe('[decision.14] the audit log', () => {
  it.each(rewrites)('refuses the API %j for want of the right', async (statement) => {
    expect(await codeOf(api.services.pool.query(statement))).toBe('42501');
  });

  it.each(rewrites.slice(0, 4))('refuses even its owner %j', async (statement) => {
    expect(await codeOf(api.asOwner(statement))).toBe('AUDIT');
  });

  it('is still as it was', async () => expect(await api.db.auditEntry.count()).toBe(1));

  it('is thinned out by its owner, with the fence down for one transaction', async () => {
    const database = await freshDatabase();
    await queryOnce(
      database.url,
      `ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only;
       DELETE FROM audit_entries WHERE occurred_at < now() - interval '2 years';
       ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_append_only;`,
    );
    expect(await codeOf(queryOnce(database.url, 'DELETE FROM audit_entries'))).toBe('AUDIT');
    await database.drop();
  });
});

describe('the login of the API', () => {
  it('may do to each table what the API does, and nothing else', async () => {
    const rights = await api.asOwner(`
      SELECT c.relname AS name, array_to_string(array(
        SELECT p FROM unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
        WHERE has_table_privilege('auth_api', c.oid, p)), ' ') AS rights
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p', 'v')`);
    const narrower: Record<string, string> = {
      audit_entries: 'SELECT INSERT',
      tos_agreements: 'SELECT INSERT',
      users: 'SELECT INSERT UPDATE',
      _prisma_migrations: 'SELECT',
      migrations: 'SELECT',
    };
    expect(rights.length).toBeGreaterThan(15);
    for (const row of rights as { name: string; rights: string }[]) {
      expect(row).toEqual({ name: row.name, rights: narrower[row.name] ?? 'SELECT INSERT UPDATE DELETE' });
    }
  });

  it('sees and changes jobs, although their tables are closed row by row', async () => {
    await api.services.pool.query(`SELECT graphile_worker.add_job('nothing', '{}'::json)`);
    const { rows } = await api.services.pool.query(`SELECT id FROM graphile_worker._private_jobs`);
    expect(rows).toHaveLength(1);
  });

  it('may purge what has expired', async () => {
    const user = await makeUser(api);
    await logIn(api, user);
    await api.db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
    await purgeExpired(api.services);
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('gets its rights on tables that a later migration makes', async () => {
    const database = await freshDatabase();
    await migrate(database.url, () => undefined);
    const login = `later_${process.pid}`;
    await queryOnce(
      database.url,
      `DO $$ BEGIN EXECUTE format('CREATE ROLE ${login} LOGIN IN ROLE %I', current_database() || '_auth_api'); END $$`,
    );
    await queryOnce(database.url, 'CREATE TABLE later (id int)');
    const asApi = new URL(database.url);
    asApi.username = login;
    expect(await codeOf(queryOnce(asApi.href, 'INSERT INTO later VALUES (1)'))).toBe('42501');
    await migrate(database.url, () => undefined);
    expect(await codeOf(queryOnce(asApi.href, 'INSERT INTO later VALUES (1)'))).toBe('done');
    expect(await codeOf(queryOnce(asApi.href, 'DELETE FROM audit_entries'))).toBe('42501');
    await database.drop();
    await queryOnce(api.services.settings.DATABASE_URL.replace('auth_api@', 'portal@'), `DROP ROLE ${login}`);
  });

  it('is asked of a superuser where the migrator may not make roles', async () => {
    const database = await freshDatabase();
    const migrator = `migrator_${process.pid}`;
    const name = new URL(database.url).pathname.slice(1);
    await queryOnce(database.url, `CREATE ROLE ${migrator} LOGIN; GRANT ALL ON SCHEMA public TO ${migrator}`);
    const url = new URL(database.url);
    url.username = migrator;
    url.pathname = `/${name}_own`;
    await queryOnce(database.url, `CREATE DATABASE "${name}_own" OWNER ${migrator}`);
    const told: string[] = [];
    await migrate(url.href, (message) => told.push(message));
    expect(told.at(-1)).toContain(`\`CREATE ROLE "${name}_own_auth_api" NOLOGIN\``);

    await queryOnce(database.url, `CREATE ROLE "${name}_own_auth_api" NOLOGIN`);
    const again: string[] = [];
    await migrate(url.href, (message) => again.push(message));
    expect(again).toEqual([]);
    const right = `SELECT has_table_privilege('${name}_own_auth_api', 'users', 'UPDATE') AS granted`;
    expect(await queryOnce(url.href, right)).toEqual([{ granted: true }]);
    await queryOnce(database.url, `DROP DATABASE "${name}_own"`);
    await database.drop();
  });
});

describe('readiness', () => {
  /** Asked of a process of its own, with another login, as a test or as if in production. */
  const readinessOf = async (url: string, environment: 'test' | 'production' = 'test') => {
    const other = await startApi({ DATABASE_URL: url });
    const settings = { ...other.services.settings, NODE_ENV: environment };
    const response = await request(createApp({ ...other.services, settings })).get('/health/ready');
    await other.close();
    return response;
  };
  const apiUrl = () => api.services.settings.DATABASE_URL;
  const ownerUrl = () => apiUrl().replace('auth_api@', 'portal@');

  const temporaryTables = (change: string, whom: string) =>
    `DO $$ BEGIN EXECUTE format('${change} TEMPORARY ON DATABASE %I ${whom} PUBLIC', current_database()); END $$`;

  it('is there for a login that can only add to the log, and for any other outside of production', async () => {
    expect((await readinessOf(apiUrl())).status).toBe(200);
    expect((await readinessOf(apiUrl(), 'production')).status).toBe(200);
    expect((await readinessOf(ownerUrl())).status).toBe(200);
  });

  it('is refused to a login that has no rights yet', async () => {
    await api.asOwner('CREATE ROLE stranger LOGIN');
    const response = await readinessOf(ownerUrl().replace('portal@', 'stranger@'));
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('lacks rights')]);
    await api.asOwner('DROP ROLE stranger');
  });

  it('is refused in production to a login that could rewrite the log', async () => {
    const response = await readinessOf(ownerUrl(), 'production');
    expect([response.status, response.text]).toEqual([
      503,
      expect.stringContaining('could rewrite the audit log or the accepted terms'),
    ]);
  });

  it.each([
    ['could delete users', 'GRANT DELETE ON users TO auth_api', 'REVOKE DELETE ON users FROM auth_api'],
    ['could make temporary tables', temporaryTables('GRANT', 'TO'), temporaryTables('REVOKE', 'FROM')],
  ])('is refused in production to a login that %s', async (what, grant, revoke) => {
    await api.asOwner(grant);
    const [production, test] = [await readinessOf(apiUrl(), 'production'), await readinessOf(apiUrl())];
    await api.asOwner(revoke);
    expect([production.status, production.text]).toEqual([503, expect.stringContaining(what)]);
    expect(test.status).toBe(200);
  });
});

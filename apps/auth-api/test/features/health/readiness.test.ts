import { ErrorBody } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { queryOnce } from '../../support/database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('readiness', () => {
  it('reports ok with its database, migrations and keys', async () =>
    expect((await api.send('GET', '/health/ready')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', signingKeys: 'ok', clock: 'ok' },
    }));

  it('fails if a migration is missing, and names it', async () => {
    await api.asOwner('UPDATE _prisma_migrations SET finished_at = NULL');
    const response = await api.send('GET', '/health/ready');
    await api.asOwner('UPDATE _prisma_migrations SET finished_at = now()');
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([503, 'NotReady']);
    expect(response.headers['retry-after']).toBe('30');
    expect(ErrorBody.parse(response.body).error.message).toMatch(/_init, .*_guards/);
  });

  /** Readiness of another API with this database role, in a test or a production environment. */
  const readinessOf = async (url: string, environment: 'test' | 'production' = 'test') => {
    const other = await startApi({ DATABASE_URL: url });
    const settings = { ...other.services.settings, NODE_ENV: environment };
    const response = await request(createApp({ ...other.services, settings })).get('/health/ready');
    await other.close();
    return response;
  };
  const apiUrl = () => api.services.settings.DATABASE_URL;
  const ownerUrl = () => apiUrl().replace('auth_api@', 'portal@');

  const temporaryTablesSql = (change: string, whom: string) =>
    `DO $$ BEGIN EXECUTE format('${change} TEMPORARY ON DATABASE %I ${whom} PUBLIC', current_database()); END $$`;

  it('fails while the database is read-only, and passes on the same process after a failover', async () => {
    const other = await startApi({ DATABASE_URL: apiUrl(), DATABASE_POOL_SIZE: '1' });
    // Through another database, whose sessions stay writable.
    const maintenance = new URL(ownerUrl());
    const database = maintenance.pathname.slice(1);
    maintenance.pathname = '/postgres';
    await queryOnce(maintenance.href, `ALTER DATABASE "${database}" SET default_transaction_read_only = on`);
    const standby = await other.send('GET', '/health/ready');
    await queryOnce(maintenance.href, `ALTER DATABASE "${database}" RESET default_transaction_read_only`);
    const primary = await other.send('GET', '/health/ready');
    await other.close();
    expect([standby.status, ErrorBody.parse(standby.body).error]).toEqual([
      503,
      { type: 'NotReady', message: 'The database is read-only: it is a standby, not the primary.' },
    ]);
    expect(primary.status).toBe(200);
  });

  it('passes for a role that can only add to the log, and outside production for any role', async () => {
    expect((await readinessOf(apiUrl())).status).toBe(200);
    expect((await readinessOf(apiUrl(), 'production')).status).toBe(200);
    expect((await readinessOf(ownerUrl())).status).toBe(200);
  });

  it('fails for a role without privileges', async () => {
    await api.asOwner('CREATE ROLE unprivileged LOGIN');
    const response = await readinessOf(ownerUrl().replace('portal@', 'unprivileged@'));
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('lacks privileges')]);
    await api.asOwner('DROP ROLE unprivileged');
  });

  it('fails in production for a role that could rewrite the log', async () => {
    const response = await readinessOf(ownerUrl(), 'production');
    expect([response.status, response.text]).toEqual([
      503,
      expect.stringContaining('could rewrite the audit log, its keys or the accepted terms'),
    ]);
  });

  it.each([
    ['could delete users', 'GRANT DELETE ON users TO auth_api', 'REVOKE DELETE ON users FROM auth_api'],
    ['could create temporary tables', temporaryTablesSql('GRANT', 'TO'), temporaryTablesSql('REVOKE', 'FROM')],
  ])('fails in production for a role that %s', async (what, grant, revoke) => {
    await api.asOwner(grant);
    const [production, test] = [await readinessOf(apiUrl(), 'production'), await readinessOf(apiUrl())];
    await api.asOwner(revoke);
    expect([production.status, production.text]).toEqual([503, expect.stringContaining(what)]);
    expect(test.status).toBe(200);
  });
});

/** @takes 15 s */
import { requestUlidHeader, SignUpCounts, SignUps } from '@portal/contract';
import request from 'supertest';
import { ulid } from 'ulid';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { createServices } from '../../../src/services.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { withinTimeLimit } from '../../support/time-limit.ts';
import { startRawHttpServer } from '../../support/raw-http-client.ts';
import { pollUntil } from '../../support/polling.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

const userCount = 60_000;
const period = 'startDate=2023-06-01&endDate=2023-06-02';
/** Of a request by the portal. */
const headers = () => ({ Cookie: api.staff.credentials.cookie ?? '', [requestUlidHeader]: ulid() });

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
  await api.asOwner(`
    INSERT INTO users (id, auth0_id, email, nickname, signed_up_at)
    SELECT lpad(i::text, 26, '0'), 'auth0|many-' || i, 'many' || i || '@example.com', 'Many', '2023-06-01T00:00:00Z'
    FROM generate_series(1, ${userCount}) i`);
});
afterAll(() => api.close());

describe('[2.workspace-admin-pa.8] a week with 2,000 sign-ups', () => {
  const week = { startDate: '2024-03-04', endDate: '2024-03-10' };
  beforeAll(() =>
    api.asOwner(`
      INSERT INTO users (id, auth0_id, email, email_verified, nickname, signed_up_at)
      SELECT lpad('W' || i, 26, '0'), (ARRAY['auth0', 'github'])[i % 2 + 1] || '|week-' || i,
        'week' || i || '@example.com', i % 4 > 0, 'Many', '2024-03-04T00:00:00Z'::timestamptz + i * interval '5 minutes'
      FROM generate_series(0, 1999) i`),
  );

  async function timed(path: string, query: Record<string, string> = {}) {
    const response = await withinTimeLimit(1_000, () =>
      api.send('GET', path, api.staff.credentials).query({ ...week, ...query }),
    );
    expect([response.status, response.status === 200 ? null : response.body]).toEqual([200, null]);
    return response;
  }

  // @covers 2.workspace-admin-pa.8
  it('is listed, counted and downloaded within a second each, and all three agree', async () => {
    const page = SignUps.parse((await timed('/users/report', { limit: '51' })).body);
    const all = SignUps.parse((await timed('/users/report')).body);
    const counts = SignUpCounts.parse((await timed('/users/report/by-day')).body);
    const table = (await timed('/users/report.csv')).text.trim().split('\r\n').slice(1);
    expect(page).toEqual(all.slice(0, 51));
    expect([all.length, table.length]).toEqual([2_000, 2_000]);
    expect(counts.reduce((sum, { people: count }) => sum + count, 0)).toBe(2_000);
    expect(counts.reduce((sum, { unverified }) => sum + unverified, 0)).toBe(500);
    expect(new Set(counts.map(({ day }) => day)).size).toBe(7);
  });
});

describe('[7.users.12] a report of very many sign-ups', () => {
  it('is complete, however long the download takes', async () => {
    // The timeout of production. The rest of the test uses a longer one, because connecting is slow on a busy machine.
    const services = await createServices({ ...api.services.settings, DATABASE_TIMEOUT_MS: 1_300 }, api.services.log);
    const isConnected = () => services.pool.query('SELECT').then(Boolean, () => false);
    await pollUntil(isConnected, (connected) => connected);
    const [entry, ...others] = await auditEntriesOf(api, async () => {
      const response = await request(createApp(services)).get(`/users/report.csv?${period}`).set(headers());
      expect(response.status).toBe(200);
      const ids = response.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').at(-1));
      expect(ids).toHaveLength(userCount);
      expect(new Set(ids).size).toBe(userCount);
    });
    await services.close();
    expect([entry?.action, others]).toEqual(['reportSignupsCsv', []]);
  });

  it('whose client disconnected uses no connection, and is in both logs', async () => {
    const { pool } = api.services;
    const logged: Record<string, unknown>[] = [];
    const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
    const server = await startRawHttpServer(createApp({ ...api.services, log: createLogger('info', { write }) }));
    const reader = server.get(`/users/report.csv?${period}`, headers());
    const audited = await auditEntriesOf(api, async () => {
      await reader.take(100_000);
      reader.hangUp();
      await pollUntil(
        () => Promise.resolve(logged.length),
        (count) => count > 0,
      );
    });
    await server.close();
    const aborted = { 'si.call': 'reportSignupsCsv', 'http.response.status_code': 200, 'si.response.aborted': true };
    expect(logged).toMatchObject([{ body: 'request', ...aborted }]);
    expect(logged[0]).not.toHaveProperty(['error.type']);
    expect(audited).toMatchObject([
      { action: 'reportSignupsCsv', details: { startDate: '2023-06-01', endDate: '2023-06-02' } },
    ]);
    const connections = () => Promise.resolve({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount });
    expect(await pollUntil(connections, ({ busy }) => busy === 0)).toEqual({ busy: 0, waiting: 0 });
    // A statement may continue briefly after its connection is closed.
    const open = () =>
      api.asOwner(
        `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'auth-api' AND state <> 'idle'`,
      );
    expect(await pollUntil(open, ({ length }) => length === 0)).toEqual([]);
  });
});

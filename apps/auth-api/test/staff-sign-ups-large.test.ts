/** @takes 15 s */
import { SignUpCounts, SignUps } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import { openServices } from '../src/services.ts';
import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { inTime } from './support/in-time.ts';
import { listen } from './support/raw-reader.ts';
import { makeStaff } from './support/staff.ts';
import { until } from './support/until.ts';

const people = 60_000;
const days = 'startDate=2023-06-01&endDate=2023-06-02';

let api: TestApi;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  api = await startApi();
  staff = await makeStaff(api);
  await api.asOwner(`
    INSERT INTO users (id, auth0_id, email, nickname, signed_up_at)
    SELECT lpad(i::text, 26, '0'), 'auth0|many-' || i, 'many' || i || '@example.com', 'Many', '2023-06-01T00:00:00Z'
    FROM generate_series(1, ${people}) i`);
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
    const response = await inTime(1_000, () => api.send('GET', path, staff.proof).query({ ...week, ...query }));
    expect([response.status, response.status === 200 ? null : response.body]).toEqual([200, null]);
    return response;
  }

  // @covers 2.workspace-admin-pa.8
  it('is listed, plotted and downloaded within a second each, and all three agree', async () => {
    const page = SignUps.parse((await timed('/users/report', { limit: '51' })).body);
    const all = SignUps.parse((await timed('/users/report')).body);
    const counts = SignUpCounts.parse((await timed('/users/report/by-day')).body);
    const table = (await timed('/users/report.csv')).text.trim().split('\r\n').slice(1);
    expect(page).toEqual(all.slice(0, 51));
    expect([all.length, table.length]).toEqual([2_000, 2_000]);
    expect(counts.reduce((sum, { people: ofDay }) => sum + ofDay, 0)).toBe(2_000);
    expect(counts.reduce((sum, { unverified }) => sum + unverified, 0)).toBe(500);
    expect(new Set(counts.map(({ day }) => day)).size).toBe(7);
  });
});

describe('[7.users.12] a report of very many sign-ups', () => {
  it('is a whole table, however long reading all of it takes', async () => {
    // As it is in production. The test's own questions wait longer: a new connection is late on a busy machine.
    const services = await openServices({ ...api.services.settings, DATABASE_WAIT_MS: 1_300 }, api.services.log);
    const isConnected = () => services.pool.query('SELECT').then(Boolean, () => false);
    await until(isConnected, (connected) => connected);
    const [line, ...more] = await linesOf(api, async () => {
      const response = await request(createApp(services))
        .get(`/users/report.csv?${days}`)
        .set('Cookie', staff.proof.cookie ?? '');
      expect(response.status).toBe(200);
      const ids = response.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').at(-1));
      expect(ids).toHaveLength(people);
      expect(new Set(ids).size).toBe(people);
    });
    await services.close();
    expect([line?.action, more]).toEqual(['reportSignupsCsv', []]);
  });

  it('that nobody waits for any more holds no connection, and is in both logs as what it was', async () => {
    const { pool } = api.services;
    const logged: Record<string, unknown>[] = [];
    const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
    const server = await listen(createApp({ ...api.services, log: createLog('info', { write }) }));
    const reader = server.ask(`/users/report.csv?${days}`, { Cookie: staff.proof.cookie ?? '' });
    const audited = await linesOf(api, async () => {
      await reader.take(100_000);
      reader.hangUp();
      await until(
        () => Promise.resolve(logged.length),
        (count) => count > 0,
      );
    });
    await server.close();
    expect(logged).toMatchObject([{ msg: 'request', call: 'reportSignupsCsv', status: 200, aborted: true }]);
    expect(logged[0]).not.toHaveProperty('failure');
    expect(audited).toMatchObject([
      { action: 'reportSignupsCsv', details: { startDate: '2023-06-01', endDate: '2023-06-02' } },
    ]);
    const left = () => Promise.resolve({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount });
    expect(await until(left, ({ busy }) => busy === 0)).toEqual({ busy: 0, waiting: 0 });
    // A statement whose connection was closed may go on for a moment.
    const open = () =>
      api.asOwner(
        `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'auth-api' AND state <> 'idle'`,
      );
    expect(await until(open, ({ length }) => length === 0)).toEqual([]);
  });
});

import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { listen } from './support/raw-reader.ts';
import { makeStaff } from './support/staff.ts';
import { until } from './support/until.ts';

const people = 60_000;
const days = 'startDate=2023-06-01&endDate=2023-06-02';

let api: TestApi;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  // As it is in production.
  api = await startApi({ DATABASE_WAIT_MS: '1300' });
  staff = await makeStaff(api);
  await api.asOwner(`
    INSERT INTO users (id, auth0_id, email, nickname, signed_up_at)
    SELECT lpad(i::text, 26, '0'), 'auth0|many-' || i, 'many' || i || '@example.com', 'Many', '2023-06-01T00:00:00Z'
    FROM generate_series(1, ${people}) i`);
});
afterAll(() => api.close());

const ask = () => api.send('GET', `/users/report.csv?${days}`, staff.proof);

describe('[7.users.12] a report of very many sign-ups', () => {
  it('is a whole table, however long reading all of it takes', async () => {
    const [line, ...more] = await linesOf(api, async () => {
      const response = await ask();
      expect(response.status).toBe(200);
      const ids = response.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').at(-1));
      expect(ids).toHaveLength(people);
      expect(new Set(ids).size).toBe(people);
    });
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
    const open = await api.asOwner(
      `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'auth-api' AND state <> 'idle'`,
    );
    expect(open).toEqual([]);
  });
});

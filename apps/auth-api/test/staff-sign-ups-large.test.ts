import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { makeStaff } from './support/staff.ts';

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
});

import { momentOfText } from '../src/moment.ts';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it.each([
  ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000Z'],
  ['2026-02-03T04:05:06.7Z', '2026-02-03T04:05:06.700Z'],
  ['2026-02-03T04:05:06.007Z', '2026-02-03T04:05:06.007Z'],
  ['2026-02-03T04:05:06.123456Z', '2026-02-03T04:05:06.123Z'],
  ['1999-12-31T23:59:59.999999Z', '1999-12-31T23:59:59.999Z'],
  ['2026-02-03T04:05:06+05:30', '2026-02-02T22:35:06.000Z'],
])('tells %s as PostgreSQL writes it as %s', async (moment, told) => {
  const [row] = await api.services.db.$queryRaw<[{ text: string }]>`SELECT ${moment}::timestamptz::text AS text`;
  expect(momentOfText(row.text)).toBe(told);
});

import { ProblemBody } from '@portal/contract';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { until } from './support/until.ts';

let api: TestApi;
let proof: Proof;
beforeAll(async () => {
  api = await startApi({ DATABASE_POOL_SIZE: '1', DATABASE_WAIT_MS: '60000' });
  proof = await logIn(api, await makeUser(api));
});
afterAll(() => api.close());

test('while somebody waits for the database, a request that identifies nobody is not counted in it', async () => {
  const { pool } = api.services;
  const only = await pool.connect();
  const user = api.send('GET', '/whoami', proof).then(({ status }) => status);
  await until(
    () => Promise.resolve(pool.waitingCount),
    (count) => count === 1,
  );
  const redeemed = await Promise.all(
    Array.from({ length: 10 }, () => api.send('POST', '/complete-auth-connect').send({ code: 5 })),
  );
  const waiting = pool.waitingCount;
  only.release();

  for (const { status } of redeemed) expect(status).toBe(400);
  expect(waiting).toBe(1);
  expect(await user).toBe(200);
});

test('where many wait for the database already, one more is told so at once, and the others are answered', async () => {
  const { pool } = api.services;
  const only = await pool.connect();
  const waiting = Promise.all(Array.from({ length: 20 }, () => api.send('GET', '/whoami', proof)));
  const awaited = await until(
    () => Promise.resolve(pool.waitingCount),
    (count) => count === 20,
  );
  const one = await api.send('GET', '/whoami', proof);
  const ofNobody = await api.send('GET', '/health/live');
  only.release();

  expect(awaited).toBe(20);
  expect([one.status, ProblemBody.parse(one.body).error.type]).toEqual([503, 'DatabaseUnavailable']);
  expect(one.headers['retry-after']).toBe('5');
  expect(ofNobody.status).toBe(200);
  for (const { status } of await waiting) expect(status).toBe(200);
  expect((await api.send('GET', '/whoami', proof)).status).toBe(200);
});

import { ErrorBody } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
let credentials: Credentials;
beforeAll(async () => {
  api = await startApi({ DATABASE_POOL_SIZE: '1', DATABASE_TIMEOUT_MS: '60000' });
  credentials = await logIn(api, await makeUser(api));
});
afterAll(() => api.close());

test('an invalid unauthenticated request uses no database connection while others wait for one', async () => {
  const { pool } = api.services;
  const onlyConnection = await pool.connect();
  const user = api.send('GET', '/whoami', credentials).then(({ status }) => status);
  await pollUntil(
    () => Promise.resolve(pool.waitingCount),
    (count) => count === 1,
  );
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => api.send('POST', '/complete-auth-connect').send({ code: 5 })),
  );
  const waiting = pool.waitingCount;
  onlyConnection.release();

  for (const { status } of responses) expect(status).toBe(400);
  expect(waiting).toBe(1);
  expect(await user).toBe(200);
});

test('an overload is logged once, without stacks, and each rejected request has its log line', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const services = { ...api.services, log };
  const { pool } = services;
  const connection = await pool.connect();
  const waiting = Promise.all(Array.from({ length: 20 }, () => api.send('GET', '/whoami', credentials)));
  await pollUntil(
    () => Promise.resolve(pool.waitingCount),
    (count) => count === 20,
  );
  const rejected = Array.from({ length: 5 }, () =>
    request(createApp(services))
      .get('/whoami')
      .set('Cookie', credentials.cookie ?? ''),
  );
  const statuses = (await Promise.all(rejected)).map(({ status }) => status);
  connection.release();
  await waiting;

  expect(statuses).toEqual([503, 503, 503, 503, 503]);
  const requests = lines.filter(({ body }) => body === 'request');
  expect(requests).toHaveLength(5);
  for (const line of requests) expect(line).toMatchObject({ 'error.type': 'DatabaseUnavailable' });
  const others = lines.filter((line) => !requests.includes(line));
  expect(others).toMatchObject([
    { severity_text: 'WARN', requests: 1, body: expect.stringContaining('rejected') as string },
  ]);
});

test('a request is rejected at once when many wait for a connection, and the waiting ones get their responses', async () => {
  const { pool } = api.services;
  const onlyConnection = await pool.connect();
  const waiting = Promise.all(Array.from({ length: 20 }, () => api.send('GET', '/whoami', credentials)));
  const queueLength = await pollUntil(
    () => Promise.resolve(pool.waitingCount),
    (count) => count === 20,
  );
  const rejected = await api.send('GET', '/whoami', credentials);
  const unauthenticated = await api.send('GET', '/health/live');
  onlyConnection.release();

  expect(queueLength).toBe(20);
  expect([rejected.status, ErrorBody.parse(rejected.body).error.type]).toEqual([503, 'DatabaseUnavailable']);
  expect(rejected.headers['retry-after']).toBe('5');
  expect(unauthenticated.status).toBe(200);
  for (const { status } of await waiting) expect(status).toBe(200);
  expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
});

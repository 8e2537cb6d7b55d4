import { jest } from '@jest/globals';
import { serveMetrics, type MetricsServer } from '../src/metrics/serve-metrics.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { until } from './support/until.ts';

let api: TestApi;
let served: MetricsServer | null;

beforeAll(async () => {
  api = await startApi({ METRICS_PORT: '0' });
  served = await serveMetrics(api.services);
});
afterAll(async () => {
  await served?.close();
  await api.close();
});

const ask = (path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${served?.port ?? 0}${path}`, { method });
const figures = async () => (await ask()).text();
const figure = async (line: string) =>
  Number(
    (await figures())
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  );

describe('the figures for Prometheus', () => {
  it('count requests by call, status and failure, and how long they took', async () => {
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    await api.send('GET', '/whoami', proof);
    await api.send('GET', '/whoami', proof);
    await api.send('GET', '/whoami');
    await api.send('GET', '/nowhere/at-all');
    expect(await figure('portal_requests_total{call="whoami",status="200",failure="none"}')).toBe(2);
    expect(await figure('portal_requests_total{call="whoami",status="401",failure="NotSignedIn"}')).toBe(1);
    expect(await figure('portal_requests_total{call="none",status="404",failure="NotFound"}')).toBe(1);
    expect(await figure('portal_request_duration_seconds_count{call="whoami"}')).toBe(3);
  });

  it('hold nothing of people or of what they asked for', async () => {
    const user = await makeUser(api);
    await api.send('GET', `/users/${user.id}/activeSubscription?q=canary`, await logIn(api, user));
    const text = await figures();
    for (const secret of [user.id, user.email, user.nickname, 'canary']) expect(text).not.toContain(secret);
  });

  it('tell of the pools, the event loop and the memory', async () => {
    expect(await figure('portal_database_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
    expect(await figure('portal_database_connections{pool="jobs",state="awaited"}')).toBe(0);
    // Each reading begins it anew, so there is none a few milliseconds after another.
    const lag = () => figure('nodejs_eventloop_lag_p99_seconds');
    expect(await until(lag, (seconds) => seconds > 0)).toBeGreaterThan(0);
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('tell of the queues: what waits and since when, what was given up, which events are not applied', async () => {
    await api.asOwner(`SELECT graphile_worker.add_job('sendInvitation', run_at := now() - interval '90 seconds')`);
    await api.asOwner(`SELECT graphile_worker.add_job('setUpBilling');
      UPDATE graphile_worker._private_jobs SET attempts = max_attempts
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'setUpBilling')`);
    await api.asOwner(`INSERT INTO stripe_events (id, type, payload) VALUES ('evt_1', 'customer.updated', '{}')`);
    expect(await figure('portal_jobs{task="sendInvitation",state="waiting"}')).toBe(1);
    expect(await figure('portal_job_oldest_seconds{task="sendInvitation"}')).toBeGreaterThanOrEqual(90);
    expect(await figure('portal_jobs{task="setUpBilling",state="given up"}')).toBe(1);
    expect(await figure('portal_stripe_events_waiting')).toBe(1);
  });

  it('tell how far the clock of this machine is from the database’s', async () => {
    expect(Math.abs(await figure('portal_database_clock_skew_seconds'))).toBeLessThan(2);
    const now = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) - 60_000);
    const skew = await figure('portal_database_clock_skew_seconds');
    now.mockRestore();
    expect(Math.round(skew)).toBe(-60);
  });

  it('are read while jobs have all of their connections', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => api.services.jobPool.connect()));
    try {
      expect(await figure('portal_stripe_events_waiting')).toBe(1);
    } finally {
      for (const job of jobs) job.release();
    }
  });

  it('come from a port that also tells that the process lives', async () => {
    const live = await ask('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('are served at that one path alone', async () => {
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(404);
  });

  it('are not served unless a port is set', async () => {
    const without = await startApi();
    expect(await serveMetrics(without.services)).toBeNull();
    await without.close();
  });
});

import { jest } from '@jest/globals';
import { startMetricsServer, type MetricsServer } from '../../../src/platform/observability/metrics-server.ts';
import { serviceResource } from '../../../src/platform/observability/service-resource.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
let served: MetricsServer | null;

beforeAll(async () => {
  api = await startApi({ METRICS_PORT: '0' });
  served = await startMetricsServer(api.services);
});
afterAll(async () => {
  await served?.close();
  await api.close();
});

const request = (path = '/metrics', method = 'GET') =>
  fetch(`http://127.0.0.1:${served?.port ?? 0}${path}`, { method });
const readAll = async () => (await request()).text();
const valueOf = async (sample: string) =>
  Number(
    (await readAll())
      .split('\n')
      .find((each) => each.startsWith(`${sample} `))
      ?.split(' ')
      .at(-1),
  );

describe('the Prometheus metrics', () => {
  it('count requests by call, status and error type, and measure their duration', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    await api.send('GET', '/whoami', credentials);
    await api.send('GET', '/whoami', credentials);
    await api.send('GET', '/whoami');
    await api.send('GET', '/no/such/path');
    expect(await valueOf('portal_requests_total{call="whoami",status="200",error_type="none"}')).toBe(2);
    expect(await valueOf('portal_requests_total{call="whoami",status="401",error_type="NotSignedIn"}')).toBe(1);
    expect(await valueOf('portal_requests_total{call="none",status="404",error_type="NotFound"}')).toBe(1);
    expect(await valueOf('portal_request_duration_seconds_count{call="whoami"}')).toBe(3);
  });

  it('count requests by outcome, apart from health checks, and not those that the client gave up', async () => {
    const count = (outcome: string, type: string, objective: string) =>
      valueOf(`portal_request_outcomes_total{outcome="${outcome}",error_type="${type}",objective="${objective}"}`);
    const counts = () =>
      Promise.all([
        count('succeeded', 'none', 'false'),
        count('succeeded', 'none', 'true'),
        count('failed', 'StorageFull', 'true'),
      ]);
    const [probes, requests, failures] = await counts();
    await api.send('GET', '/health/ready');
    api.services.metrics.countRequest({ call: 'whoami', status: 503, errorType: 'StorageFull' });
    api.services.metrics.countRequest({ call: 'whoami', errorType: 'StorageFull' });
    api.services.metrics.countRequest({ call: 'whoami' });
    expect(await counts()).toEqual([probes + 1, requests, failures + 1]);
  });

  it('contain no personal data and no request data', async () => {
    const user = await makeUser(api);
    await api.send('GET', `/users/${user.id}/activeSubscription?q=canary`, await logIn(api, user));
    const text = await readAll();
    for (const secret of [user.id, user.email, user.nickname, 'canary']) expect(text).not.toContain(secret);
  });

  it('cover the connection pools, the event loop and memory', async () => {
    expect(await valueOf('portal_database_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
    expect(await valueOf('portal_database_connections{pool="jobs",state="waiting"}')).toBe(0);
    // Each read resets the histogram, so a second read a few milliseconds later can be empty.
    const lag = () => valueOf('nodejs_eventloop_lag_p99_seconds');
    expect(await pollUntil(lag, (seconds) => seconds > 0)).toBeGreaterThan(0);
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('cover the queues: waiting jobs and their age, failed jobs and events that are not applied', async () => {
    await api.asOwner(
      `SELECT graphile_worker.add_job('sendMemberInvitationEmail', run_at := now() - interval '90 seconds')`,
    );
    await api.asOwner(`SELECT graphile_worker.add_job('setUpBilling');
      UPDATE graphile_worker._private_jobs SET attempts = max_attempts
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'setUpBilling')`);
    await api.asOwner(`INSERT INTO stripe_events (id, type, payload) VALUES ('evt_1', 'customer.updated', '{}')`);
    expect(await valueOf('portal_jobs{task="sendMemberInvitationEmail",state="waiting"}')).toBe(1);
    expect(await valueOf('portal_job_oldest_seconds{task="sendMemberInvitationEmail"}')).toBeGreaterThanOrEqual(90);
    expect(await valueOf('portal_jobs{task="setUpBilling",state="failed"}')).toBe(1);
    expect(await valueOf('portal_job_retrying_seconds{task="sendMemberInvitationEmail"}')).toBeNaN();
    expect(await valueOf('portal_stripe_events_waiting')).toBe(1);
  });

  it('cover the age of a job that is tried again, however late its next attempt is', async () => {
    await api.asOwner(`SELECT graphile_worker.add_job('sendAccountEmail', run_at := now() + interval '1 hour');
      UPDATE graphile_worker._private_jobs SET attempts = 5, created_at = now() - interval '700 seconds'
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'sendAccountEmail')`);
    const sample = 'portal_job_retrying_seconds{task="sendAccountEmail"}';
    expect(await valueOf(sample)).toBeGreaterThanOrEqual(700);
    expect(await valueOf(sample)).toBeLessThan(800);
  });

  it('measure the clock skew between the API and the database', async () => {
    expect(Math.abs(await valueOf('portal_database_clock_skew_seconds'))).toBeLessThan(2);
    const now = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) - 60_000);
    const skew = await valueOf('portal_database_clock_skew_seconds');
    now.mockRestore();
    expect(Math.round(skew)).toBe(-60);
  });

  it('name the build, and the process as the log and the traces do', async () => {
    const instance = serviceResource()['service.instance.id'];
    const labels = [
      'version="development"',
      'commit="unknown"',
      `node_version="${process.versions.node}"`,
      `service_instance_id="${instance}"`,
    ];
    expect(await valueOf(`portal_build_info{${labels.join(',')}}`)).toBe(1);
  });

  it('can be read while jobs use all their connections', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => api.services.jobPool.connect()));
    try {
      expect(await valueOf('portal_stripe_events_waiting')).toBe(1);
    } finally {
      for (const job of jobs) job.release();
    }
  });

  it('are served on a port that also has a liveness check', async () => {
    const live = await request('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('are served only at /metrics', async () => {
    expect((await request('/')).status).toBe(404);
    expect((await request('/metrics', 'POST')).status).toBe(404);
  });

  it('are not served without METRICS_PORT', async () => {
    const withoutPort = await startApi();
    expect(await startMetricsServer(withoutPort.services)).toBeNull();
    await withoutPort.close();
  });
});

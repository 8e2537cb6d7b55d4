/** @waits 18 s */
import { trace } from '@opentelemetry/api';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startSpan } from '../../../src/platform/observability/spans.ts';
import { startTracing } from '../../../src/platform/observability/start-tracing.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { exporterSettings, startOtlpCollector, type OtlpCollector } from '../../support/otlp-collector.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
let collector: OtlpCollector;
beforeAll(async () => {
  api = await startApi();
  collector = await startOtlpCollector();
});
afterAll(async () => {
  await collector.close();
  await api.close();
});

const unreachableUrl = 'http://127.0.0.1:1';
/** Half of the exporter's default timeout. */
const slowMs = 5_000;
const neverFlush = { OTEL_BSP_SCHEDULE_DELAY: '3600000' };

/** Starts a replica and sends requests to it. Returns the replica and the slowest response time. */
async function startUsedReplica(environment: Record<string, string>, requests = 3) {
  const replica = await startReplica(api, environment);
  let slowestMs = 0;
  for (let request = 0; request < requests; request++) {
    const sentAt = performance.now();
    expect((await fetch(`${replica.url}/version`)).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
  }
  const warnings = () => replica.lines.filter((line) => line.includes('traces can’t be exported'));
  return { replica, slowestMs, warnings };
}

describe('the export of traces', () => {
  it('sends the remaining spans when the process stops', async () => {
    const { replica } = await startUsedReplica({ ...exporterSettings(collector), ...neverFlush });
    expect(collector.spans()).toEqual([]);
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    const spans = collector.spans().filter(({ name }) => name === 'GET /version');
    expect(spans).toHaveLength(3);
    expect(spans[0]?.resource).toMatchObject({ 'service.name': 'auth-api', 'service.version': 'development' });
  });

  it('uses protobuf by default', async () => {
    const { replica } = await startUsedReplica({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
    await replica.stop();
    const protobuf = collector.bodies.filter(({ type }) => type === 'application/x-protobuf');
    expect(protobuf.map(({ body }) => body).join()).toContain('GET /version');
  });

  it('respects the sampler', async () => {
    const before = collector.bodies.length;
    const { replica } = await startUsedReplica({ ...exporterSettings(collector), OTEL_TRACES_SAMPLER: 'always_off' });
    await replica.stop();
    expect(collector.bodies.length).toBe(before);
    expect(replica.lines.find((line) => line.includes('"body":"request"'))).toMatch(/"trace_id":"[0-9a-f]{32}"/);
  });

  it('to an unreachable collector slows no request, logs one warning and does not delay the shutdown', async () => {
    const { replica, slowestMs, warnings } = await startUsedReplica(
      { ...exporterSettings({ url: unreachableUrl }), OTEL_EXPORTER_OTLP_TIMEOUT: '1000' },
      20,
    );
    expect(slowestMs).toBeLessThan(slowMs);
    await pollUntil(
      () => Promise.resolve(warnings()),
      (lines) => lines.length > 0,
    );
    for (let each = 0; each < 5; each++) await fetch(`${replica.url}/health/live`);
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({
      severity_text: 'WARN',
      'si.error.cause': 'ECONNREFUSED',
    });
  });

  it('to a collector that hangs slows no request and does not delay the shutdown', async () => {
    collector.setHanging(true);
    const { replica, slowestMs } = await startUsedReplica(exporterSettings(collector), 20);
    expect(slowestMs).toBeLessThan(slowMs);
    const stoppedAt = performance.now();
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(9_000);
    collector.setHanging(false);
  });

  it('logs when it works again', async () => {
    const { replica, warnings } = await startUsedReplica({
      ...exporterSettings(collector),
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    });
    collector.setHanging(true);
    await fetch(`${replica.url}/health/live`);
    await pollUntil(
      () => Promise.resolve(warnings()),
      (lines) => lines.length > 0,
    );
    collector.setHanging(false);
    const recoveryLogs = async () => {
      await fetch(`${replica.url}/health/live`);
      return replica.lines.filter((line) => line.includes('traces are exported again'));
    };
    expect(await pollUntil(recoveryLogs, (lines) => lines.length > 0)).toHaveLength(1);
    await replica.stop();
  });
});

describe('the settings that enable trace export', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: unreachableUrl };

  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'portal' }, false],
    [endpoint, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unreachableUrl }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'console' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, true],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
  ])('%j: exported is %j', async (environment, isOn) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const tracing = await startTracing(environment, log);
    const span = trace.getTracer('test').startSpan('x');
    expect(span.isRecording()).toBe(isOn);
    await tracing.stop();
    expect(startSpan('y', {}).isRecording()).toBe(false);
    expect(lines.some((line) => line.includes('their protocol must be'))).toBe(
      environment['OTEL_EXPORTER_OTLP_PROTOCOL'] === 'grpc',
    );
  });
});

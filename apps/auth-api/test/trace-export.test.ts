/** @waits 18 s */
import { trace } from '@opentelemetry/api';
import { createLog } from '../src/log.ts';
import { beginSpan } from '../src/tracing/spans.ts';
import { startTracing } from '../src/tracing/start-tracing.ts';
import { startReplica } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';
import { exportTo, startCollector, type Collector } from './support/collector.ts';
import { until } from './support/until.ts';

let api: TestApi;
let collector: Collector;
beforeAll(async () => {
  api = await startApi();
  collector = await startCollector();
});
afterAll(async () => {
  await collector.close();
  await api.close();
});

const nowhere = 'http://127.0.0.1:1';
/** Half of what the export waits for by default. */
const slowMs = 5_000;
const lazily = { OTEL_BSP_SCHEDULE_DELAY: '3600000' };

/** Asks a replica a few things and has it stop; answers how long the slowest answer and the stop took. */
async function useReplica(environment: Record<string, string>, requests = 3) {
  const replica = await startReplica(api, environment);
  let slowestMs = 0;
  for (let each = 0; each < requests; each++) {
    const askedAt = performance.now();
    expect((await fetch(`${replica.url}/health/live`)).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
  }
  const complaints = () => replica.lines.filter((line) => line.includes('traces can’t be exported'));
  return { replica, slowestMs, complaints };
}

describe('the export of traces', () => {
  it('sends what is left when the process stops', async () => {
    const { replica } = await useReplica({ ...exportTo(collector), ...lazily });
    expect(collector.spans()).toEqual([]);
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    const lives = collector.spans().filter(({ name }) => name === 'GET /health/live');
    expect(lives).toHaveLength(3);
    expect(lives[0]?.resource).toMatchObject({ 'service.name': 'auth-api', 'service.version': 'development' });
  });

  it('is in protobuf unless told otherwise', async () => {
    const { replica } = await useReplica({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
    await replica.stop();
    const protobuf = collector.bodies.filter(({ type }) => type === 'application/x-protobuf');
    expect(protobuf.map(({ body }) => body).join()).toContain('GET /health/live');
  });

  it('follows the sampler', async () => {
    const before = collector.bodies.length;
    const { replica } = await useReplica({ ...exportTo(collector), OTEL_TRACES_SAMPLER: 'always_off' });
    await replica.stop();
    expect(collector.bodies.length).toBe(before);
    expect(replica.lines.find((line) => line.includes('"msg":"request"'))).toMatch(/"traceId":"[0-9a-f]{32}"/);
  });

  it('to a collector that is away slows nothing, is told of once and ends in time', async () => {
    const { replica, slowestMs, complaints } = await useReplica(
      { ...exportTo({ url: nowhere }), OTEL_EXPORTER_OTLP_TIMEOUT: '1000' },
      20,
    );
    expect(slowestMs).toBeLessThan(slowMs);
    await until(
      () => Promise.resolve(complaints()),
      (lines) => lines.length > 0,
    );
    for (let each = 0; each < 5; each++) await fetch(`${replica.url}/health/live`);
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    expect(complaints()).toHaveLength(1);
    expect(JSON.parse(complaints()[0] ?? '')).toMatchObject({ level: 40, err: { code: 'ECONNREFUSED' } });
  });

  it('to a collector that hangs slows nothing and ends in time', async () => {
    collector.hang(true);
    const { replica, slowestMs } = await useReplica(exportTo(collector), 20);
    expect(slowestMs).toBeLessThan(slowMs);
    const stoppedAt = performance.now();
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(9_000);
    collector.hang(false);
  });

  it('is told of again once it works', async () => {
    const { replica, complaints } = await useReplica({ ...exportTo(collector), OTEL_EXPORTER_OTLP_TIMEOUT: '1000' });
    collector.hang(true);
    await fetch(`${replica.url}/health/live`);
    await until(
      () => Promise.resolve(complaints()),
      (lines) => lines.length > 0,
    );
    collector.hang(false);
    const works = async () => {
      await fetch(`${replica.url}/health/live`);
      return replica.lines.filter((line) => line.includes('traces are exported again'));
    };
    expect(await until(works, (lines) => lines.length > 0)).toHaveLength(1);
    await replica.stop();
  });
});

describe('what turns the export of traces on', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: nowhere };

  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'portal' }, false],
    [endpoint, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: nowhere }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'console' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, true],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
  ])('%j: %j', async (environment, isOn) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const tracing = await startTracing(environment, '1', log);
    const span = trace.getTracer('test').startSpan('x');
    expect(span.isRecording()).toBe(isOn);
    await tracing.stop();
    expect(beginSpan('y', {}).isRecording()).toBe(false);
    expect(lines.some((line) => line.includes('their protocol must be'))).toBe(
      environment['OTEL_EXPORTER_OTLP_PROTOCOL'] === 'grpc',
    );
  });
});

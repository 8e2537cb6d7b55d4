import { Connection } from './connection.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { RequestKind } from './requests.ts';

/** Averages per request over a series of requests of one kind. */
export interface Measurement {
  readonly perSecond: number;
  /** CPU time of the server process, without PostgreSQL's. */
  readonly cpuMs: number;
  readonly mainThreadMs: number;
}

/** How long a series is: a number of requests, or a duration. */
export type Amount = { readonly requests: number } | { readonly seconds: number };

const connectionCount = 32;

/** Sends requests on all connections, each for the next visitor, as fast as responses arrive. Returns how many were sent. */
export async function sendRequests(
  port: number,
  requestKind: RequestKind,
  amount: Amount,
  visitors: number,
): Promise<number> {
  let sent = 0;
  const startedAt = performance.now();
  const isDone =
    'requests' in amount
      ? () => sent >= amount.requests
      : () => performance.now() - startedAt >= amount.seconds * 1_000;
  const sendUntilDone = async () => {
    // A new connection for each series: the server closes connections that are idle for some seconds.
    const connection = new Connection(port);
    while (!isDone()) {
      const { status, body } = await connection.send(requestKind.request(1 + (sent++ % visitors)));
      if (status >= 300) throw new Error(`${requestKind.name} failed with ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connectionCount }, sendUntilDone));
  return sent;
}

export async function measure(
  server: MeasuredProcess,
  requestKind: RequestKind,
  amount: Amount,
  visitors: number,
): Promise<Measurement> {
  const before = await server.usage();
  const startedAt = performance.now();
  const requests = await sendRequests(server.port, requestKind, amount, visitors);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await server.usage();
  return {
    perSecond: requests / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / requests,
    mainThreadMs: (after.mainThreadMs - before.mainThreadMs) / requests,
  };
}

/** How the API compares with the baseline in one call. A ratio of 1 is as fast, 0.5 is half as fast. */
export interface Comparison {
  readonly call: string;
  readonly apiPerSecond: number;
  readonly baselinePerSecond: number;
  readonly throughput: number;
  readonly apiCpuMs: number;
  readonly baselineCpuMs: number;
  readonly cpu: number;
  readonly mainThread: number;
}

export interface ComparisonPlan {
  readonly requestKinds: readonly RequestKind[];
  readonly rounds: number;
  /** Length of each measured series. */
  readonly amount: (of: RequestKind) => Amount;
  /** Length of the series that warms up both servers first. */
  readonly warmUp: (of: RequestKind) => Amount;
  readonly visitors: number;
  /** Removes what a series wrote, so that each one starts from the same data. */
  readonly cleanUp: () => Promise<unknown>;
}

/** Measures both servers in turn, round by round; each is first equally often. The result is the median of the rounds' ratios. */
export async function compare(
  api: MeasuredProcess,
  baseline: MeasuredProcess,
  plan: ComparisonPlan,
): Promise<Comparison[]> {
  const { requestKinds, rounds, amount, warmUp, visitors, cleanUp } = plan;
  for (const requestKind of requestKinds) {
    for (const { port } of [baseline, api]) await sendRequests(port, requestKind, warmUp(requestKind), visitors);
    await cleanUp();
  }
  const results = new Map(requestKinds.map(({ name }) => [name, [] as { api: Measurement; baseline: Measurement }[]]));
  for (let round = 0; round < rounds; round++) {
    for (const requestKind of requestKinds) {
      const measureServer = async (server: MeasuredProcess) => {
        const measurement = await measure(server, requestKind, amount(requestKind), visitors);
        await cleanUp();
        return measurement;
      };
      const baselineFirst = round % 2 === 0 ? await measureServer(baseline) : null;
      const apiMeasurement = await measureServer(api);
      results
        .get(requestKind.name)
        ?.push({ api: apiMeasurement, baseline: baselineFirst ?? (await measureServer(baseline)) });
    }
  }
  return [...results].map(([call, pairs]) => ({
    call,
    apiPerSecond: median(pairs.map((pair) => pair.api.perSecond)),
    baselinePerSecond: median(pairs.map((pair) => pair.baseline.perSecond)),
    throughput: median(pairs.map((pair) => pair.api.perSecond / pair.baseline.perSecond)),
    apiCpuMs: median(pairs.map((pair) => pair.api.cpuMs)),
    baselineCpuMs: median(pairs.map((pair) => pair.baseline.cpuMs)),
    cpu: median(pairs.map((pair) => pair.baseline.cpuMs / pair.api.cpuMs)),
    mainThread: median(pairs.map((pair) => pair.baseline.mainThreadMs / pair.api.mainThreadMs)),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

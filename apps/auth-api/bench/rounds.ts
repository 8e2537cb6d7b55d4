import { Connection } from './connection.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Visit } from './visitors.ts';

/** What one stretch of requests of one kind took. */
export interface Stretch {
  readonly perSecond: number;
  /** Of the process that answered, without PostgreSQL's. */
  readonly cpuMs: number;
  readonly mainThreadMs: number;
}

/** How much is asked: so many requests, or as many as are answered in so many seconds. */
export type Amount = { readonly requests: number } | { readonly seconds: number };

const connectionCount = 32;

/**
 * Asks so much, each time in the name of the next visitor, on every connection as soon as it was answered, and tells how
 * often.
 */
export async function ask(port: number, visit: Visit, amount: Amount, visitors: number): Promise<number> {
  let asked = 0;
  const begunAt = performance.now();
  const isEnough =
    'requests' in amount ? () => asked >= amount.requests : () => performance.now() - begunAt >= amount.seconds * 1_000;
  const keepAsking = async () => {
    // Opened for this stretch: the server closes what was idle for some seconds.
    const connection = new Connection(port);
    while (!isEnough()) {
      const { status, body } = await connection.ask(visit.request(1 + (asked++ % visitors)));
      if (status >= 300) throw new Error(`${visit.name} was answered with ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connectionCount }, keepAsking));
  return asked;
}

/** Asks so much, and tells what that took. */
export async function stretch(of: MeasuredProcess, visit: Visit, amount: Amount, visitors: number): Promise<Stretch> {
  const before = await of.usage();
  const startedAt = performance.now();
  const requests = await ask(of.port, visit, amount, visitors);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await of.usage();
  return {
    perSecond: requests / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / requests,
    mainThreadMs: (after.mainThreadMs - before.mainThreadMs) / requests,
  };
}

/** How the API compares to its floor in one call: 1 is as fast. */
export interface Comparison {
  readonly call: string;
  readonly apiPerSecond: number;
  readonly floorPerSecond: number;
  readonly throughput: number;
  readonly apiCpuMs: number;
  readonly floorCpuMs: number;
  readonly cpu: number;
  readonly mainThread: number;
}

export interface Plan {
  readonly visits: readonly Visit[];
  readonly rounds: number;
  /** Of a stretch. */
  readonly amount: (of: Visit) => Amount;
  /** Of both, before the first is measured. */
  readonly warmUp: (of: Visit) => Amount;
  readonly visitors: number;
  /** Takes back what a call wrote, so that every stretch finds the same. */
  readonly tidy: () => Promise<unknown>;
}

/** Measures both in turn, round by round, each beginning as often; what counts is the median of the rounds' ratios. */
export async function compare(api: MeasuredProcess, floor: MeasuredProcess, plan: Plan): Promise<Comparison[]> {
  const { visits, rounds, amount, warmUp, visitors, tidy } = plan;
  for (const visit of visits) {
    for (const each of [floor, api]) await ask(each.port, visit, warmUp(visit), visitors);
    await tidy();
  }
  const taken = new Map(visits.map(({ name }) => [name, [] as { api: Stretch; floor: Stretch }[]]));
  for (let round = 0; round < rounds; round++) {
    for (const visit of visits) {
      const of = async (each: MeasuredProcess) => {
        const took = await stretch(each, visit, amount(visit), visitors);
        await tidy();
        return took;
      };
      const first = round % 2 === 0 ? await of(floor) : null;
      const ofApi = await of(api);
      taken.get(visit.name)?.push({ api: ofApi, floor: first ?? (await of(floor)) });
    }
  }
  return [...taken].map(([call, pairs]) => ({
    call,
    apiPerSecond: median(pairs.map((pair) => pair.api.perSecond)),
    floorPerSecond: median(pairs.map((pair) => pair.floor.perSecond)),
    throughput: median(pairs.map((pair) => pair.api.perSecond / pair.floor.perSecond)),
    apiCpuMs: median(pairs.map((pair) => pair.api.cpuMs)),
    floorCpuMs: median(pairs.map((pair) => pair.floor.cpuMs)),
    cpu: median(pairs.map((pair) => pair.floor.cpuMs / pair.api.cpuMs)),
    mainThread: median(pairs.map((pair) => pair.floor.mainThreadMs / pair.api.mainThreadMs)),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

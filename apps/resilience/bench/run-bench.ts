import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { loadavg } from 'node:os';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { textTable } from '../support/text-table.ts';
import { bundle, startBenchEnvironment } from './bench-environment.ts';
import { appendToHistory } from './history.ts';
import { compare, measure, sendRequests, type Amount, type Comparison } from './measure.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { profileBreakdown } from './profile-breakdown.ts';
import { requestKinds, type RequestKind } from './requests.ts';

const usage = `Usage: npm run bench [-- [--users <n>] [--workspaces <n>] [--rounds <n>] [--seconds <n>] [--requests <n>] [--only <calls>] [--parts] [--record]]
Seeds a database, starts the API with production settings next to the baseline (the least that can answer the same calls),
measures both in turn, and prints the ratios: 1 is as fast as the baseline.
  --users <n>       default 100000
  --workspaces <n>  default 300000; there are twice as many memberships
  --rounds <n>      how often each server is measured, default 5
  --seconds <n>     how long each read is measured in a round, default 10
  --requests <n>    how often each write is sent in a round, default 3000
  --only <calls>    the calls to measure, separated by commas
  --parts           prints where the API spends its time, by call, instead of the comparison
  --record          appends the ratios to bench/history.jsonl`;
const { values, positionals } = parseCliArgs(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '10' },
  requests: { type: 'string', default: '3000' },
  only: { type: 'string' },
  parts: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
});
const numberOf = (option: 'users' | 'workspaces' | 'rounds' | 'seconds' | 'requests') => Number(values[option]);
const [users, workspaces, rounds] = [numberOf('users'), numberOf('workspaces'), numberOf('rounds')];
const [seconds, requests] = [numberOf('seconds'), numberOf('requests')];
if (positionals.length > 0 || ![users, workspaces, rounds, seconds, requests].every((each) => each > 0))
  exitWithUsage('Each option takes a number.', usage);
const allNames = requestKinds([]).map(({ name }) => name);
const wanted = values.only?.split(',') ?? allNames;
if (!wanted.every((name) => allNames.includes(name))) exitWithUsage(`The calls are ${allNames.join(', ')}.`, usage);

const print = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
/** Writes are limited by count: the last one must not find much more data than the first. */
const amountOf = ({ writes }: RequestKind): Amount => (writes ? { requests } : { seconds });
/** Long enough for V8 to finish compiling. */
const warmUpOf = ({ writes }: RequestKind): Amount =>
  writes ? { requests: Math.max(requests, 1_500) } : { seconds: 5 };
const columns = ['call', 'API/s', 'baseline/s', 'throughput', 'API CPU ms', 'baseline CPU ms', 'CPU'];
print(`Seeding ${users} users and ${workspaces} workspaces …`);
const bench = await startBenchEnvironment({ users, workspaces, visitors, workspacesEach: 20, tokensEach: 5 });
const chosen = requestKinds(bench.apiTokens).filter(({ name }) => wanted.includes(name));
try {
  // The bench measures the cost of a request. Load shedding on a busy machine would distort it.
  const api = await bench.startApi({ DATABASE_TIMEOUT_MS: '20000' });
  const idle = await api.usage();
  print(
    `The API was ready after ${(api.readyMs / 1_000).toFixed(2)} s and used ${megabytes(idle.residentBytes)} MB then.`,
  );
  if (values.parts) await printBreakdown(api, chosen);
  else {
    const baseline = await bench.startBaseline();
    const plan = {
      requestKinds: chosen,
      rounds,
      amount: amountOf,
      warmUp: warmUpOf,
      visitors,
      cleanUp: () => bench.cleanUp(),
    };
    const comparisons = await compare(api, baseline, plan);
    print(textTable([columns, ...comparisons.map(toCells)]));
    if (values.record) await appendToHistory(comparisons);
  }
  const { residentBytes } = await api.usage();
  print(
    `The API used ${megabytes(residentBytes)} MB at the end. The load of the machine is ${loadavg()[0]?.toFixed(1) ?? '?'}.`,
  );
} finally {
  await bench.close();
}

/** Divides the CPU time of a request by the shares in a profile of the same kind of request; other processes affect neither. */
async function printBreakdown(api: MeasuredProcess, calls: readonly RequestKind[]): Promise<void> {
  const map = await readFile(`${bundle}.map`, 'utf8');
  const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload);
  const results: { call: string; cpuMs: number; shares: Map<string, number> }[] = [];
  for (const call of calls) {
    await sendRequests(api.port, call, warmUpOf(call), visitors);
    const { cpuMs } = await measure(api, call, amountOf(call), visitors);
    const profile = await api.profile(() => sendRequests(api.port, call, amountOf(call), visitors));
    results.push({ call: call.name, cpuMs, shares: profileBreakdown(profile, sourceMap) });
    await bench.cleanUp();
  }
  const parts = [...new Set(results.flatMap(({ shares }) => [...shares.keys()]))].sort();
  const microseconds = (share: number, cpuMs: number) => (share * cpuMs * 1_000).toFixed(0);
  const rows = parts.map((part) => [
    part,
    ...results.map(({ shares, cpuMs }) => microseconds(shares.get(part) ?? 0, cpuMs)),
  ]);
  const totals = results.map(({ cpuMs }) => microseconds(1, cpuMs));
  print(textTable([['µs of a request', ...results.map(({ call }) => call)], ...rows, ['total', ...totals]]));
}

function toCells(comparison: Comparison): string[] {
  const { call, apiPerSecond, baselinePerSecond, throughput, apiCpuMs, baselineCpuMs, cpu } = comparison;
  const speeds = [apiPerSecond, baselinePerSecond].map((each) => each.toFixed(0));
  const costs = [apiCpuMs, baselineCpuMs].map((each) => each.toFixed(3));
  return [call, ...speeds, throughput.toFixed(2), ...costs, cpu.toFixed(2)];
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

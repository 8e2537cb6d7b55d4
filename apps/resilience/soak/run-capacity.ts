import { loadavg } from 'node:os';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { startLoad } from '../faults/load.ts';
import { describeResults, isOk } from '../faults/outcome.ts';
import type { RequestResult } from '../faults/requests.ts';
import { seedDatabase } from '@portal/auth-api/test/support/seed-database.ts';
import { textTable } from '../support/text-table.ts';
import { latencyPercentile } from './latency.ts';
import { overloadColumns, overloadRow } from './overload.ts';
import { startReplicas, type Replicas } from './replicas.ts';
import { cpuSecondsBetween, readCpuSeconds, readMetrics, type CpuSeconds } from './samples.ts';
import { workload } from './workload.ts';

const usage = `Usage: npm run capacity [-- [--processes <n,n>] [--rates <n,n>] [--seconds <n>] [--users <n>]
                    [--overload <n>] [--caddy <program>]]
Sends the soak test's workload to API processes behind the proxy, at increasing rates, and prints the latency, the resource
usage and how requests failed, until a rate is not sustained: 99 of 100 requests finish within 150 ms, and none fails. Then
sends a multiple of the last sustained rate, and the sustained rate again, and prints how the requests ended and when the API
was stable.
  --processes <n,n>  numbers of API processes (default: 1,2)
  --rates <n,n>      requests per second (default: 50,100,150,200,300,400,600)
  --seconds <n>      duration of each rate (default: 30); of the overload at most ten
  --users <n>        users in the database, with three memberships each (default: 100000)
  --overload <n>     multiple of the sustained rate (default: 5)
  --caddy <program>  the Caddy program (default: caddy)`;
const { values, positionals } = parseCliArgs(usage, {
  processes: { type: 'string', default: '1,2' },
  rates: { type: 'string', default: '50,100,150,200,300,400,600' },
  seconds: { type: 'string', default: '30' },
  users: { type: 'string', default: '100000' },
  overload: { type: 'string', default: '5' },
  caddy: { type: 'string', default: 'caddy' },
});
const numbersIn = (text: string) => text.split(',').map(Number);
const [processCounts, rates] = [numbersIn(values.processes), numbersIn(values.rates)];
const [seconds = 0, users = 0, overload = 0] = [values.seconds, values.users, values.overload].map(Number);
if (positionals.length > 0 || ![...processCounts, ...rates, seconds, users, overload].every((each) => each > 0)) {
  exitWithUsage('Each number must be greater than 0.', usage);
}

const sustainedLimitMs = 150;
/** Longer, so many requests wait that the load generator itself becomes the limit. */
const maxOverloadSeconds = 10;
const print = (text: string) => process.stdout.write(`${text}\n`);
const columns = [
  'processes',
  'sent/s',
  'p50 ms',
  'p99 ms',
  'failed',
  'CPU s/s each',
  'CPU ms per request: API',
  'PostgreSQL',
  'proxy',
  'MB each',
  'connections',
  'load',
  'sustained',
  'failures',
];
const rows: string[][] = [];
const overloadRows: string[][] = [];
for (const count of processCounts) {
  print(`${count} API processes: seeding ${users} users …`);
  const replicas = await startReplicas({
    count,
    caddy: values.caddy,
    customerCount: 40,
    prepare: ({ inProcessApi }) => seedDatabase((sql) => inProcessApi.asOwner(sql), { users, workspaces: users * 1.5 }),
  });
  try {
    await measure(replicas, rates[0] ?? 0, 5);
    let sustained: { rate: number; results: readonly RequestResult[] } | null = null;
    for (const rate of rates) {
      const { results, row, isSustained } = await measure(replicas, rate, seconds);
      print(row.join('  '));
      rows.push(row);
      if (!isSustained) break;
      sustained = { rate, results };
    }
    if (sustained === null) continue;
    const overloadRate = sustained.rate * overload;
    const during = await measure(replicas, overloadRate, Math.min(seconds, maxOverloadSeconds));
    const afterwards = await measure(replicas, sustained.rate, seconds);
    overloadRows.push(
      overloadRow(count, 'sustained', sustained.rate, sustained.results),
      overloadRow(count, `${overload} times`, overloadRate, during.results),
      overloadRow(count, 'afterwards', sustained.rate, afterwards.results),
    );
  } finally {
    await replicas.close();
  }
}
print(`\n${textTable([columns, ...rows])}\n\n${textTable([overloadColumns, ...overloadRows])}`);
process.exit(0);

/** The CPU time of the sessions and of the other processes of PostgreSQL, such as those that write the WAL. */
async function readDatabaseCpu({ inProcessApi }: Replicas['environment']): Promise<CpuSeconds> {
  const rows = await inProcessApi.asOwner('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  return readCpuSeconds((rows as { pid: number }[]).map(({ pid }) => pid));
}

async function measure({ environment, running, proxy, customers }: Replicas, rate: number, durationSeconds: number) {
  const readAll = () => Promise.all(running.map(({ metricsPort }) => readMetrics(metricsPort)));
  const sum = (metrics: Awaited<ReturnType<typeof readAll>>, name: string) =>
    metrics.reduce((total, each) => total + (each[name] ?? Number.NaN), 0);
  const readProxyCpu = () => readCpuSeconds([proxy.pid]);
  const before = await readAll();
  const [proxyBefore, databaseBefore] = [await readProxyCpu(), await readDatabaseCpu(environment)];
  const startedAt = performance.now();
  const load = startLoad({
    users: customers,
    requestsPerSecond: rate,
    targetUrl: () => proxy.url,
    requests: workload,
  });
  const results = await load.stopAfter(durationSeconds * 1_000);
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const after = await readAll();
  const proxyCpu = cpuSecondsBetween(proxyBefore, await readProxyCpu());
  const databaseCpu = cpuSecondsBetween(databaseBefore, await readDatabaseCpu(environment));
  const failed = results.filter((result) => !isOk(result));
  const p99 = latencyPercentile(99, results);
  const isSustained = failed.length === 0 && Number(p99) <= sustainedLimitMs;
  const apiCpu = sum(after, 'CPU s') - sum(before, 'CPU s');
  const perRequest = (seconds: number) => ((seconds * 1_000) / results.length).toFixed(2);
  const row = [
    ...[running.length, rate, latencyPercentile(50, results), p99, failed.length].map(String),
    (apiCpu / elapsedSeconds / running.length).toFixed(2),
    ...[apiCpu, databaseCpu, proxyCpu].map(perRequest),
    (sum(after, 'resident MB') / running.length).toFixed(0),
    sum(after, 'connections').toFixed(0),
    loadavg()[0]?.toFixed(1) ?? '',
    isSustained ? 'yes' : 'no',
    describeResults(failed).join(', '),
  ];
  return { results, row, isSustained };
}

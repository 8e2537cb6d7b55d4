import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { checkEffects } from '../faults/effects.ts';
import { startLoad } from '../faults/load.ts';
import { isOk, unexpectedResults } from '../faults/outcome.ts';
import type { RequestResult } from '../faults/requests.ts';
import { programs } from '@portal/auth-api/test/support/api-process.ts';
import { textTable } from '../support/text-table.ts';
import { gcOnSignalArgs, waitUntilIdle, readMemoryAfterGc } from './idle.ts';
import { latencyPercentile, latencyRows } from './latency.ts';
import { checkGrowth, growthRows } from './leak-check.ts';
import { startLogins } from './logins.ts';
import { startReplicas } from './replicas.ts';
import { readDatabase, readMetrics, readProcess, type Sample } from './samples.ts';
import { workload } from './workload.ts';

const usage = `Usage: npm run soak [-- [--minutes <n>] [--rate <n>] [--caddy <program>] [--file <path>] [--snapshots <folder>]]
Sends the requests of users, programs and Stripe to two replicas behind the proxy of a deployment. After each quarter it
pauses until the replicas are idle, for about three minutes in addition to --minutes, and reports whether memory after a
garbage collection, handles or connections grew from pause to pause.
  --minutes <n>         duration (default: 60)
  --rate <n>            requests per second, in addition to logins (default: 40)
  --caddy <program>     the Caddy program (default: caddy)
  --file <path>         file for the samples, one JSON object per line (default: .reports/soak.jsonl)
  --snapshots <folder>  folder for heap snapshots of each replica at each pause, to compare in a browser's developer tools;
                        writing them uses resident memory`;
const { values, positionals } = parseCliArgs(usage, {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '40' },
  caddy: { type: 'string', default: 'caddy' },
  file: { type: 'string', default: '.reports/soak.jsonl' },
  snapshots: { type: 'string' },
});
const [minutes = 0, rate = 0] = [values.minutes, values.rate].map(Number);
if (positionals.length > 0 || !minutes || !rate) exitWithUsage('--minutes and --rate must be numbers.', usage);

const quarters = 4;
const sampleIntervalMs = 15_000;
const print = (text: string) => process.stdout.write(`${text}\n`);
const file = resolve(values.file);
await mkdir(dirname(file), { recursive: true });
const snapshotFolder = values.snapshots === undefined ? null : resolve(values.snapshots);
if (snapshotFolder !== null) await mkdir(snapshotFolder, { recursive: true });

const replicas = await startReplicas({
  count: 2,
  caddy: values.caddy,
  customerCount: 40,
  program: [...gcOnSignalArgs, ...programs.built],
  settings: snapshotFolder === null ? {} : { HEAP_SNAPSHOTS_DIR: snapshotFolder },
});
const { environment, running, proxy, customers, url } = replicas;
const { PORTAL_URL: portalUrl } = environment.inProcessApi.services.settings;
const samples: Sample[] = [];
const resultsByQuarter: (readonly RequestResult[])[] = [];
const loginErrors: string[] = [];
let loginCount = 0;
let unfinishedWork = 0;
const startedAt = performance.now();
const elapsedSeconds = () => (performance.now() - startedAt) / 1_000;

async function takeSamples(isIdle: boolean): Promise<void> {
  const at = elapsedSeconds();
  const readings = [
    ...running.map(async (replica, index) => {
      const metrics = {
        ...(await readMetrics(replica.metricsPort)),
        ...(isIdle && (await readMemoryAfterGc(replica))),
      };
      return [`replica ${index + 1}`, metrics] as const;
    }),
    readProcess(proxy.pid).then((metrics) => ['proxy', metrics] as const),
    readDatabase(environment.inProcessApi).then((metrics) => ['PostgreSQL', metrics] as const),
    Promise.resolve(['machine', { load: loadavg()[0] ?? Number.NaN }] as const),
  ];
  const taken = (await Promise.all(readings)).map(([name, metrics]) => ({ at, isIdle, process: name, metrics }));
  samples.push(...taken);
  await writeFile(file, taken.map((each) => `${JSON.stringify(each)}\n`).join(''), { flag: 'a' });
}

async function runLoad(durationSeconds: number): Promise<void> {
  const endsAt = elapsedSeconds() + durationSeconds;
  const load = startLoad({
    users: customers,
    requestsPerSecond: rate,
    targetUrl: () => proxy.url,
    requests: workload,
  });
  const logins = startLogins({ apiUrl: url, portalUrl, perMinute: Math.max(1, rate / 2) });
  for await (const _tick of every(sampleIntervalMs)) {
    await takeSamples(false);
    const failed = load.results.filter((result) => !isOk(result)).length;
    const minutesSoFar = (elapsedSeconds() / 60).toFixed(1);
    print(`${minutesSoFar} min: ${load.results.length} responses, ${failed} failed, ${logins.succeeded} logins`);
    if (elapsedSeconds() >= endsAt) break;
  }
  resultsByQuarter.push(await load.stop());
  await logins.stop();
  loginCount += logins.succeeded;
  loginErrors.push(...logins.errors);
}

await writeFile(file, '');
print(`${rate} requests per second for ${minutes} minutes. Samples are written to ${file}.`);
for (let quarter = 1; quarter <= quarters; quarter++) {
  await runLoad((minutes * 60) / quarters);
  print(`Pause ${quarter} of ${quarters} …`);
  unfinishedWork += await waitUntilIdle(environment.inProcessApi);
  await takeSamples(true);
}

const results = resultsByQuarter.flat();
const { lostWrites, violations } = await checkEffects(environment, results);
const growthChecks = checkGrowth(samples);
print(`\n${textTable(growthRows(growthChecks))}\n`);
print(`${textTable(latencyRows(resultsByQuarter))}\n`);
const [p50, p99] = [latencyPercentile(50, results), latencyPercentile(99, results)];
print(`p50 ${p50} ms, p99 ${p99} ms of ${results.length} requests; ${loginCount} logins.`);
const failures = [
  ...violations,
  ...(lostWrites > 0 ? [`${lostWrites} acknowledged writes are lost`] : []),
  ...unexpectedResults(results, isOk, ''),
  ...loginErrors,
  ...(unfinishedWork > 0 ? [`${unfinishedWork} jobs and events did not finish within two minutes of a pause`] : []),
  ...growthChecks.filter(({ isFlat }) => !isFlat).map(({ process: name, metric }) => `${metric} of ${name} grows`),
];
for (const failure of failures) print(`✗ ${failure}`);
print(failures.length === 0 ? 'Nothing grew and no request failed.' : '');
await replicas.close();
process.exit(failures.length === 0 ? 0 : 1);

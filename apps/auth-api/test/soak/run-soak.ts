import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { commandWords, refuseWords } from '../../src/command-words.ts';
import { examine } from '../faults/effects.ts';
import { startLoad } from '../faults/load.ts';
import { isDone, wrong } from '../faults/outcome.ts';
import { textTable } from '../support/text-table.ts';
import { startLogins } from './logins.ts';
import { mixture } from './mixture.ts';
import { percentile, rowsOfTimes } from './times.ts';
import { startReplicas } from './replicas.ts';
import { readDatabase, readFigures, readProcess, type Sample } from './samples.ts';
import { verdictRows, verdictsOf } from './verdicts.ts';

const usage = `Usage: npm run soak [-- [--minutes <n>] [--rate <n>] [--caddy <program>] [--file <path>]]
Asks two replicas behind the proxy of a deployment for all that people, programs and Stripe ask for, and tells whether
memory, handles, connections or queues grew.
  --minutes <n>      60 unless told otherwise
  --rate <n>         requests a second, 40 unless told otherwise; logins come beside them
  --caddy <program>  the proxy, \`caddy\` unless told otherwise
  --file <path>      where the samples are kept, a line of JSON each; .reports/soak.jsonl unless told otherwise`;
const { values, positionals } = commandWords(usage, {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '40' },
  caddy: { type: 'string', default: 'caddy' },
  file: { type: 'string', default: '.reports/soak.jsonl' },
});
const [minutes, rate] = [values.minutes, values.rate].map(Number);
if (positionals.length > 0 || !minutes || !rate) refuseWords('--minutes and --rate take a number.', usage);

const sampleEveryMs = 15_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
const file = resolve(values.file);
await mkdir(dirname(file), { recursive: true });

const replicas = await startReplicas({ count: 2, caddy: values.caddy, customerCount: 40 });
const { stage, running, proxy, customers, url } = replicas;
const { pool, settings } = stage.inside.services;
const samples: Sample[] = [];
const beganAt = performance.now();
const secondsGone = () => (performance.now() - beganAt) / 1_000;

async function sample(): Promise<void> {
  const at = secondsGone();
  const read = [
    ...running.map(async ({ metricsPort }, index) => [`replica ${index + 1}`, await readFigures(metricsPort)] as const),
    readProcess(proxy.pid).then((figures) => ['proxy', figures] as const),
    readDatabase(stage.inside).then((figures) => ['PostgreSQL', figures] as const),
    Promise.resolve(['machine', { load: loadavg()[0] ?? Number.NaN }] as const),
  ];
  const taken = (await Promise.all(read)).map(([name, figures]) => ({ at, process: name, figures }));
  samples.push(...taken);
  await writeFile(file, taken.map((each) => `${JSON.stringify(each)}\n`).join(''), { flag: 'a' });
}

await writeFile(file, '');
say(`${rate} requests a second for ${minutes} minutes; the samples are kept in ${file}.`);
const load = startLoad({ visitors: customers, perSecond: rate, target: () => proxy.url, asks: mixture });
const logins = startLogins({ apiUrl: url, portalUrl: settings.PORTAL_URL, perMinute: Math.max(1, rate / 2) });
for await (const _tick of every(sampleEveryMs)) {
  await sample();
  const { answers } = load;
  const failed = answers.filter((answer) => !isDone(answer)).length;
  say(`${(secondsGone() / 60).toFixed(1)} min: ${answers.length} answered, ${failed} failed, ${logins.done} logins`);
  if (secondsGone() >= minutes * 60) break;
}
const answers = await load.stop();
await logins.stop();

const { lost, faults } = await examine(stage, answers);
const { rows } = await pool.query<{ left: number }>(
  `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at < now() - interval '1 minute')::int
     + (SELECT count(*) FROM stripe_events WHERE applied_at IS NULL AND received_at < now() - interval '1 minute')::int AS left`,
);
const verdicts = verdictsOf(samples);
say(`\n${textTable(verdictRows(verdicts))}\n`);
say(`${textTable(rowsOfTimes(answers))}\n`);
say(
  `p50 ${percentile(50, answers)} ms, p99 ${percentile(99, answers)} ms of ${answers.length} requests; ${logins.done} logins.`,
);
const wrongs = [
  ...faults,
  ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
  ...wrong(answers, isDone, ''),
  ...logins.failed,
  ...((rows[0]?.left ?? 0) > 0 ? [`${rows[0]?.left} jobs and events wait for more than a minute`] : []),
  ...verdicts.filter(({ isFlat }) => !isFlat).map(({ process: name, figure }) => `${figure} of ${name} grows`),
];
for (const each of wrongs) say(`✗ ${each}`);
say(wrongs.length === 0 ? 'Flat: nothing grew, nothing failed.' : '');
await replicas.close();
process.exit(wrongs.length === 0 ? 0 : 1);

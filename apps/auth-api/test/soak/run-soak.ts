import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { commandWords, refuseWords } from '../../src/command-words.ts';
import { examine } from '../faults/effects.ts';
import { startLoad } from '../faults/load.ts';
import { isDone, wrong } from '../faults/outcome.ts';
import type { Answer } from '../faults/requests.ts';
import { programs } from '../support/api-process.ts';
import { textTable } from '../support/text-table.ts';
import { startLogins } from './logins.ts';
import { mixture } from './mixture.ts';
import { startReplicas } from './replicas.ts';
import { collecting, comeToRest, readHeld } from './rest.ts';
import { readDatabase, readFigures, readProcess, type Sample } from './samples.ts';
import { percentile, rowsOfTimes } from './times.ts';
import { verdictRows, verdictsOf } from './verdicts.ts';

const usage = `Usage: npm run soak [-- [--minutes <n>] [--rate <n>] [--caddy <program>] [--file <path>] [--snapshots <folder>]]
Asks two replicas behind the proxy of a deployment for all that people, programs and Stripe ask for. After each quarter it
lets them come to rest, three minutes that are not counted, and tells whether what they hold then grew: memory once garbage is
collected, handles, connections.
  --minutes <n>         60 unless told otherwise
  --rate <n>            requests a second, 40 unless told otherwise; logins come beside them
  --caddy <program>     the proxy, \`caddy\` unless told otherwise
  --file <path>         where the samples are kept, a line of JSON each; .reports/soak.jsonl unless told otherwise
  --snapshots <folder>  where each replica writes its heap at each rest, for a browser's tools to compare; the writing
                        itself takes resident memory`;
const { values, positionals } = commandWords(usage, {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '40' },
  caddy: { type: 'string', default: 'caddy' },
  file: { type: 'string', default: '.reports/soak.jsonl' },
  snapshots: { type: 'string' },
});
const [minutes = 0, rate = 0] = [values.minutes, values.rate].map(Number);
if (positionals.length > 0 || !minutes || !rate) refuseWords('--minutes and --rate take a number.', usage);

const quarters = 4;
const sampleEveryMs = 15_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
const file = resolve(values.file);
await mkdir(dirname(file), { recursive: true });
const snapshots = values.snapshots === undefined ? null : resolve(values.snapshots);
if (snapshots !== null) await mkdir(snapshots, { recursive: true });

const replicas = await startReplicas({
  count: 2,
  caddy: values.caddy,
  customerCount: 40,
  program: [...collecting, ...programs.built],
  environment: snapshots === null ? {} : { HEAP_SNAPSHOTS_DIR: snapshots },
});
const { stage, running, proxy, customers, url } = replicas;
const { PORTAL_URL: portalUrl } = stage.inside.services.settings;
const samples: Sample[] = [];
const answered: (readonly Answer[])[] = [];
const failedLogins: string[] = [];
let loggedIn = 0;
let undone = 0;
const beganAt = performance.now();
const secondsGone = () => (performance.now() - beganAt) / 1_000;

async function sample(isAtRest: boolean): Promise<void> {
  const at = secondsGone();
  const read = [
    ...running.map(async (api, index) => {
      const figures = { ...(await readFigures(api.metricsPort)), ...(isAtRest && (await readHeld(api))) };
      return [`replica ${index + 1}`, figures] as const;
    }),
    readProcess(proxy.pid).then((figures) => ['proxy', figures] as const),
    readDatabase(stage.inside).then((figures) => ['PostgreSQL', figures] as const),
    Promise.resolve(['machine', { load: loadavg()[0] ?? Number.NaN }] as const),
  ];
  const taken = (await Promise.all(read)).map(([name, figures]) => ({ at, isAtRest, process: name, figures }));
  samples.push(...taken);
  await writeFile(file, taken.map((each) => `${JSON.stringify(each)}\n`).join(''), { flag: 'a' });
}

async function ask(forSeconds: number): Promise<void> {
  const endsAt = secondsGone() + forSeconds;
  const load = startLoad({ visitors: customers, perSecond: rate, target: () => proxy.url, asks: mixture });
  const logins = startLogins({ apiUrl: url, portalUrl, perMinute: Math.max(1, rate / 2) });
  for await (const _tick of every(sampleEveryMs)) {
    await sample(false);
    const failed = load.answers.filter((answer) => !isDone(answer)).length;
    say(
      `${(secondsGone() / 60).toFixed(1)} min: ${load.answers.length} answered, ${failed} failed, ${logins.done} logins`,
    );
    if (secondsGone() >= endsAt) break;
  }
  answered.push(await load.stop());
  await logins.stop();
  loggedIn += logins.done;
  failedLogins.push(...logins.failed);
}

await writeFile(file, '');
say(`${rate} requests a second for ${minutes} minutes; the samples are kept in ${file}.`);
for (let quarter = 1; quarter <= quarters; quarter++) {
  await ask((minutes * 60) / quarters);
  say(`Rest ${quarter} of ${quarters} …`);
  undone += await comeToRest(stage.inside);
  await sample(true);
}

const answers = answered.flat();
const { lost, faults } = await examine(stage, answers);
const verdicts = verdictsOf(samples);
say(`\n${textTable(verdictRows(verdicts))}\n`);
say(`${textTable(rowsOfTimes(answered))}\n`);
say(
  `p50 ${percentile(50, answers)} ms, p99 ${percentile(99, answers)} ms of ${answers.length} requests; ${loggedIn} logins.`,
);
const wrongs = [
  ...faults,
  ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
  ...wrong(answers, isDone, ''),
  ...failedLogins,
  ...(undone > 0 ? [`${undone} jobs and events were not done within two minutes of rest`] : []),
  ...verdicts.filter(({ isFlat }) => !isFlat).map(({ process: name, figure }) => `${figure} of ${name} grows`),
];
for (const each of wrongs) say(`✗ ${each}`);
say(wrongs.length === 0 ? 'Flat: nothing grew, nothing failed.' : '');
await replicas.close();
process.exit(wrongs.length === 0 ? 0 : 1);

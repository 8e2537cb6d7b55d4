import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandWords, refuseWords } from '../../src/command-words.ts';
import { startLoad } from '../faults/load.ts';
import { isDone } from '../faults/outcome.ts';
import type { Answer } from '../faults/requests.ts';
import { seedCrowd } from '../search/seed.ts';
import { textTable } from '../support/text-table.ts';
import { mixture } from './mixture.ts';
import { overloadHead, overloadRow } from './overload.ts';
import { startReplicas, type Replicas } from './replicas.ts';
import { readFigures } from './samples.ts';
import { percentile } from './times.ts';

const usage = `Usage: npm run capacity [-- [--processes <n,n>] [--rates <n,n>] [--seconds <n>] [--users <n>]
                    [--overload <n>] [--caddy <program>]]
Asks so many processes of the API behind the proxy for the soak's mixture, faster and faster, and prints how long they
took and what they used, until a rate is not held: 99 of 100 answered within 150 ms, and none refused. Then it asks for
several times what was held, and for what was held again, and prints how that ended and when it was over.
  --processes <n,n>  1,2 unless told otherwise
  --rates <n,n>      requests a second: 50,100,150,200,300,400,600 unless told otherwise
  --seconds <n>      how long each rate is kept, 30 unless told otherwise
  --users <n>        people in the database, 100000 unless told otherwise, with three memberships each
  --overload <n>     how many times what was held, 5 unless told otherwise
  --caddy <program>  the proxy, \`caddy\` unless told otherwise`;
const { values, positionals } = commandWords(usage, {
  processes: { type: 'string', default: '1,2' },
  rates: { type: 'string', default: '50,100,150,200,300,400,600' },
  seconds: { type: 'string', default: '30' },
  users: { type: 'string', default: '100000' },
  overload: { type: 'string', default: '5' },
  caddy: { type: 'string', default: 'caddy' },
});
const numbers = (text: string) => text.split(',').map(Number);
const [counts, rates] = [numbers(values.processes), numbers(values.rates)];
const [seconds = 0, users = 0, overload = 0] = [values.seconds, values.users, values.overload].map(Number);
if (positionals.length > 0 || ![...counts, ...rates, seconds, users, overload].every((each) => each > 0)) {
  refuseWords('Each number is above 0.', usage);
}

const heldWithinMs = 150;
const say = (text: string) => process.stdout.write(`${text}\n`);
const head = [
  'processes',
  'asked/s',
  'p50 ms',
  'p99 ms',
  'failed',
  'CPU s/s each',
  'MB each',
  'connections',
  'load',
  'held',
];
const rows: string[][] = [];
const overloadRows: string[][] = [];
for (const count of counts) {
  say(`${count} of them: filling a database with ${users} people …`);
  const replicas = await startReplicas({
    count,
    caddy: values.caddy,
    customerCount: 40,
    prepare: ({ inside }) => seedCrowd((sql) => inside.asOwner(sql), { users, workspaces: users * 1.5 }),
  });
  try {
    await ask(replicas, rates[0] ?? 0, 5);
    let held: { rate: number; answers: readonly Answer[] } | null = null;
    for (const rate of rates) {
      const { answers, row, isHeld } = await ask(replicas, rate, seconds);
      say(row.join('  '));
      rows.push(row);
      if (!isHeld) break;
      held = { rate, answers };
    }
    if (held === null) continue;
    const tooMany = held.rate * overload;
    const during = await ask(replicas, tooMany, seconds);
    const afterwards = await ask(replicas, held.rate, seconds);
    overloadRows.push(
      overloadRow(count, 'held', held.rate, held.answers),
      overloadRow(count, `${overload} times`, tooMany, during.answers),
      overloadRow(count, 'afterwards', held.rate, afterwards.answers),
    );
  } finally {
    await replicas.close();
  }
}
say(`\n${textTable([head, ...rows])}\n\n${textTable([overloadHead, ...overloadRows])}`);
process.exit(0);

async function ask({ running, proxy, customers }: Replicas, rate: number, forSeconds: number) {
  const read = () => Promise.all(running.map(({ metricsPort }) => readFigures(metricsPort)));
  const sum = (figures: Awaited<ReturnType<typeof read>>, name: string) =>
    figures.reduce((total, each) => total + (each[name] ?? Number.NaN), 0);
  const before = await read();
  const load = startLoad({ visitors: customers, perSecond: rate, target: () => proxy.url, asks: mixture });
  await sleep(forSeconds * 1_000);
  const after = await read();
  const answers = await load.stop();
  const failed = answers.filter((answer) => !isDone(answer)).length;
  const p99 = percentile(99, answers);
  const isHeld = failed === 0 && Number(p99) <= heldWithinMs;
  const cpu = (sum(after, 'CPU s') - sum(before, 'CPU s')) / forSeconds / running.length;
  const row = [
    ...[running.length, rate, percentile(50, answers), p99, failed].map(String),
    cpu.toFixed(2),
    (sum(after, 'resident MB') / running.length).toFixed(0),
    sum(after, 'connections').toFixed(0),
    loadavg()[0]?.toFixed(1) ?? '',
    isHeld ? 'yes' : 'no',
  ];
  return { answers, row, isHeld };
}

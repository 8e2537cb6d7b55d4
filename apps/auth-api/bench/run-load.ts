import { loadavg } from 'node:os';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { startProxy } from '../test/faults/proxy.ts';
import { openLoad, percentile, type Answer } from './open-load.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';
import { visits } from './visitors.ts';

const usage = `Usage: npm run bench:load [-- [--users <n>] [--workspaces <n>] [--rate <n>] [--seconds <n>] [--proxy <caddy>]]
Fills a database of its own, and sends the API as it runs in production a fixed number of mixed requests a second, five
times as many, and the first number again. Prints how long they took, counted from when they were due, and how they ended.
  --users <n>       100000 unless told otherwise
  --workspaces <n>  300000 unless told otherwise; twice as many memberships
  --rate <n>        requests a second, 200 unless told otherwise
  --seconds <n>     how long each lasts, 20 unless told otherwise
  --proxy <caddy>   two processes, behind the proxy of a deployment`;
const { values, positionals } = commandWords(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
  rate: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '20' },
  proxy: { type: 'string' },
});
const [users, workspaces, rate, seconds] = [values.users, values.workspaces, values.rate, values.seconds].map(Number);
if (positionals.length > 0 || !users || !workspaces || !rate || !seconds)
  refuseWords('Each option takes a number.', usage);

const say = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
/** One in eleven changes something, as often as people do at most. */
const mixed = ['whoami', 'listWorkspaces', 'whoami', 'getWorkspace', 'listMembers', 'whoami']
  .concat(['listWorkspaces', 'listAuthTokens', 'whoami', 'listWorkspaces', 'createWorkspace'])
  .flatMap((name) => visits.filter((visit) => visit.name === name));

say(`Seeding ${users} people and ${workspaces} workspaces …`);
const stage = await setStage({ users, workspaces, visitors, workspacesEach: 20, tokensEach: 5 });
const processes = [await stage.startApi()];
if (values.proxy !== undefined) processes.push(await stage.startApi());
const ports = processes.map(({ port }) => port);
const proxy = values.proxy === undefined ? null : await startProxy(values.proxy, ports);
const port = proxy ? Number(new URL(proxy.url).port) : (ports[0] ?? 0);
try {
  const load = { port, visits: mixed, visitors };
  await openLoad({ ...load, perSecond: Math.ceil(rate / 4), seconds: 10 });
  const stretches: [string, number, Answer[]][] = [];
  for (const [name, perSecond] of [
    ['as expected', rate],
    ['five times', rate * 5],
    ['afterwards', rate],
  ] as const) {
    stretches.push([name, perSecond, await openLoad({ ...load, perSecond, seconds })]);
    await stage.tidy();
  }
  say(
    tableOf(
      columns(),
      stretches.map(([name, perSecond, answers]) => cellsOf(name, perSecond, answers)),
    ),
  );
  say(`The machine’s load is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);
} finally {
  await proxy?.stop();
  await stage.close();
}

function columns(): string[] {
  return ['load', 'per second', 'answers', 'p50 ms', 'p99 ms', 'without Retry-After', 'well from second'];
}

function cellsOf(name: string, perSecond: number, answers: readonly Answer[]): string[] {
  const byStatus = new Map<number, number>();
  for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const done = answers.filter(({ status }) => status > 0 && status < 300).map(({ ms }) => ms);
  const unexplained = answers.filter(
    ({ status, retryAfter }) => status === 0 || (status >= 400 && retryAfter === null),
  );
  const failed = answers.filter(({ status, ms }) => status === 0 || status >= 300 || ms > 1_000);
  const wellFrom = Math.ceil(Math.max(0, ...failed.map(({ at }) => at + 0.001)));
  return [
    name,
    String(perSecond),
    [...byStatus].map(([status, count]) => `${count} × ${status}`).join(', '),
    percentile(50, done).toFixed(0),
    percentile(99, done).toFixed(0),
    String(unexplained.length),
    String(wellFrom),
  ];
}

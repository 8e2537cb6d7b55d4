import { loadavg } from 'node:os';
import { parseCliArgs, exitWithUsage } from '../src/cli/parse-args.ts';
import { longListStatements } from '../test/support/seed-database.ts';
import { textTable } from '../test/support/text-table.ts';
import { startBenchEnvironment } from './bench-environment.ts';
import { measureGrowth, type Growth } from './growth.ts';
import { sendRequests } from './measure.ts';
import { get, id, requestKinds, type RequestKind } from './requests.ts';

const usage = `Usage: npm run bench:growth [-- [--users <n,n,...>] [--lengths <n,n,...>] [--rounds <n>] [--requests <n>]]
Measures how the cost of each call grows with the number of users and with the length of a list.
  --users <n,n,...>    numbers of users, smallest first; each is a database of its own. Default 1000,100000,1000000
  --lengths <n,n,...>  lengths of the lists of workspaces, members and API tokens of one user, smallest first. Pages are as
                       long as the shortest list and are read from the largest database. Default 10,1000,10000
  --rounds <n>         how often each variant is measured, in turn, default 5
  --requests <n>       requests of each kind in a round, default 4000. With fewer, the connections are still filling their
                       caches from the largest database`;
const { values, positionals } = parseCliArgs(usage, {
  users: { type: 'string', default: '1000,100000,1000000' },
  lengths: { type: 'string', default: '10,1000,10000' },
  rounds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '4000' },
});
const toNumbers = (text: string) => text.split(',').map(Number);
const [userCounts, lengths] = [toNumbers(values.users), toNumbers(values.lengths)];
const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
if (positionals.length > 0 || ![...userCounts, ...lengths, rounds, requests].every((each) => each > 0))
  exitWithUsage('Each option takes numbers.', usage);

const print = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
const pageSize = Math.min(...lengths);

/** A page of each list of one user. */
const pagesOf = (owner: number): RequestKind[] =>
  [
    get('listWorkspaces', () => `/workspaces?limit=${pageSize}`),
    get('listMembers', () => `/workspace/${id('X', owner)}/members?limit=${pageSize}`),
    get('listAuthTokens', () => `/workspaces/${id('X', owner)}/authTokens?limit=${pageSize}`),
    get('whoami', () => '/whoami'),
  ].map((page) => ({ ...page, request: () => page.request(owner) }));

async function startSeeded(users: number) {
  print(`Seeding ${users} users …`);
  const size = { users, workspaces: users * 3, visitors: visitors + lengths.length };
  const bench = await startBenchEnvironment({ ...size, workspacesEach: Math.min(20, pageSize), tokensEach: 5 });
  for (const [index, length] of lengths.entries()) {
    const owner = visitors + index + 1;
    const listLengths = { workspaces: length, members: length, tokens: length };
    for (const statement of longListStatements(id('B', owner), id('X', owner), listLengths, index * 100_000))
      await bench.asOwner(`SET session_replication_role = replica; ${statement}`);
  }
  await bench.asOwner('VACUUM ANALYZE');
  // Otherwise PostgreSQL writes the seeded pages to disk while the first calls are measured.
  await bench.asOwner('CHECKPOINT');
  return { bench, api: await bench.startApi({ DATABASE_TIMEOUT_MS: '20000' }) };
}

const milliseconds = (values: readonly number[]) => values.map((each) => each.toFixed(3)).join(', ');
const printGrowth = (what: string, sizes: readonly number[], growths: readonly { call: string; growth: Growth }[]) => {
  const sizeList = sizes.join(', ');
  const head = [what, `API CPU ms of ${sizeList}`, `PostgreSQL CPU ms of ${sizeList}`];
  const ratios = ['speed, last to first', 'API CPU', 'PostgreSQL CPU'];
  const rows = growths.map(({ call, growth: { cpuMs, databaseCpuMs, lastToFirst } }) => [
    call,
    milliseconds(cpuMs),
    milliseconds(databaseCpuMs),
    ...[lastToFirst.speed, lastToFirst.cpu, lastToFirst.databaseCpu].map((ratio) => ratio.toFixed(2)),
  ]);
  print(textTable([[...head, ...ratios], ...rows]));
};

const seeded: Awaited<ReturnType<typeof startSeeded>>[] = [];
try {
  for (const users of userCounts) seeded.push(await startSeeded(users));
  // Fills the caches of all PostgreSQL connections, as after hours of use. Otherwise the first call alone would pay for it.
  for (const { bench, api } of seeded) {
    for (const requestKind of requestKinds(bench.apiTokens))
      await sendRequests(api.port, requestKind, { requests }, visitors);
    await bench.cleanUp();
  }
  const byUserCount: { call: string; growth: Growth }[] = [];
  for (const [index, { name }] of requestKinds([]).entries()) {
    const variants = seeded.flatMap((each) => {
      const requestKind = requestKinds(each.bench.apiTokens)[index];
      return requestKind === undefined ? [] : { ...each, requestKind, visitors };
    });
    byUserCount.push({ call: name, growth: await measureGrowth(variants, rounds, requests) });
  }
  printGrowth('users', userCounts, byUserCount);

  const largest = seeded.at(-1);
  if (largest === undefined) exitWithUsage('--users takes at least one number.', usage);
  const pages = lengths.map((_, index) => pagesOf(visitors + index + 1));
  const byLength: { call: string; growth: Growth }[] = [];
  for (const [index, { name }] of (pages[0] ?? []).entries()) {
    const variants = pages
      .flatMap((userPages) => userPages[index] ?? [])
      .map((requestKind) => ({ ...largest, requestKind, visitors: 1 }));
    byLength.push({ call: name, growth: await measureGrowth(variants, rounds, requests) });
  }
  printGrowth(`page of ${pageSize}`, lengths, byLength);
} finally {
  for (const { bench } of seeded) await bench.close();
}
print(`The load of the machine is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);

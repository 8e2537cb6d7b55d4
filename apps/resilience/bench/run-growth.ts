import { loadavg } from 'node:os';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { longListStatements } from '@portal/auth-api/test/support/seed-database.ts';
import { textTable } from '../support/text-table.ts';
import { startBenchEnvironment, type BenchEnvironment } from './bench-environment.ts';
import { measureGrowth, type Growth } from './growth.ts';
import { sendRequests } from './measure.ts';
import { auditRequestKinds, get, id, requestKinds, type RequestKind } from './requests.ts';
import { readAuditSize, seedAuditLog } from './seed-audit-log.ts';

const usage = `Usage: npm run bench:growth [-- [--users <n,n,...>] [--lengths <n,n,...>] [--audit <n,n,...>] [--rounds <n>] [--requests <n>]]
Measures how the cost of each call grows with the number of users, with the length of a list and with the audit log.
  --users <n,n,...>    numbers of users, smallest first; each is a database of its own. Default 1000,100000,1000000
  --lengths <n,n,...>  lengths of the lists of workspaces, members and API tokens of one user, smallest first. Pages are as
                       long as the shortest list and are read from the largest database. Default 10,1000,10000
  --audit <n,n,...>    numbers of audit entries, smallest first, among as many users as the first database has; each is a
                       database of its own. Default 100000,50000000, which takes 45 GB of disk. 0 measures none
  --rounds <n>         how often each variant is measured, in turn, default 5
  --requests <n>       requests of each kind in a round, default 4000. With fewer, the connections are still filling their
                       caches from the largest database`;
const { values, positionals } = parseCliArgs(usage, {
  users: { type: 'string', default: '1000,100000,1000000' },
  lengths: { type: 'string', default: '10,1000,10000' },
  audit: { type: 'string', default: '100000,50000000' },
  rounds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '4000' },
});
const toNumbers = (text: string) => (text === '0' ? [] : text.split(',').map(Number));
const [userCounts, lengths, auditSizes] = [toNumbers(values.users), toNumbers(values.lengths), toNumbers(values.audit)];
const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
if (positionals.length > 0 || ![...userCounts, ...lengths, ...auditSizes, rounds, requests].every((each) => each > 0))
  exitWithUsage('Each option takes numbers.', usage);

const print = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
/** Few, so that their pages stay in PostgreSQL's memory, as those of active users do. */
const auditVisitors = 200;
const pageSize = Math.min(...lengths);

/** A page of each list of one user. */
const pagesOf = (owner: number): RequestKind[] =>
  [
    get('listWorkspaces', () => `/workspaces?limit=${pageSize}`),
    get('listMembers', () => `/workspace/${id('X', owner)}/members?limit=${pageSize}`),
    get('listAuthTokens', () => `/workspaces/${id('X', owner)}/authTokens?limit=${pageSize}`),
    get('whoami', () => '/whoami'),
  ].map((page) => ({ ...page, request: () => page.request(owner) }));

async function startSeeded(
  users: number,
  listLengths: readonly number[],
  addData?: (bench: BenchEnvironment) => Promise<void>,
) {
  print(`Seeding ${users} users …`);
  const size = { users, workspaces: users * 3, visitors: visitors + listLengths.length };
  const bench = await startBenchEnvironment({ ...size, workspacesEach: Math.min(20, pageSize), tokensEach: 5 });
  for (const [index, length] of listLengths.entries()) {
    const owner = visitors + index + 1;
    const counts = { workspaces: length, members: length, tokens: length };
    for (const statement of longListStatements(id('B', owner), id('X', owner), counts, index * 100_000))
      await bench.asOwner(`SET session_replication_role = replica; ${statement}`);
  }
  await addData?.(bench);
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

type Seeded = Awaited<ReturnType<typeof startSeeded>>;
const closeAll = (seeded: readonly Seeded[]) => Promise.all(seeded.map(({ bench }) => bench.close()));

async function measureUsersAndLists(): Promise<void> {
  const seeded: Seeded[] = [];
  try {
    for (const users of userCounts) seeded.push(await startSeeded(users, lengths));
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
    if (largest === undefined) return;
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
    await closeAll(seeded);
  }
}

async function measureAuditLog(): Promise<void> {
  const seeded: Seeded[] = [];
  try {
    for (const entries of auditSizes) {
      print(`Seeding ${entries} audit entries …`);
      const started = await startSeeded(userCounts[0] ?? 1_000, [], (bench) => seedAuditLog(bench, entries));
      seeded.push(started);
      const size = await readAuditSize(started.bench);
      const gigabytes = (size.entries / 1024 ** 3).toFixed(1);
      print(`${gigabytes} GB of entries; indexes have ${Math.round((100 * size.indexes) / size.entries)} % of that.`);
    }
    const byEntries: { call: string; growth: Growth }[] = [];
    for (const requestKind of auditRequestKinds) {
      const variants = seeded.map((each) => ({ ...each, requestKind, visitors: auditVisitors }));
      byEntries.push({ call: requestKind.name, growth: await measureGrowth(variants, rounds, requests) });
    }
    printGrowth('audit entries', auditSizes, byEntries);
  } finally {
    await closeAll(seeded);
  }
}

if (userCounts.length > 0) await measureUsersAndLists();
if (auditSizes.length > 0) await measureAuditLog();
print(`The load of the machine is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { prepareTemplate } from '@portal/auth-api/test/support/prepare-template.ts';
import { startApi } from '@portal/auth-api/test/support/api.ts';
import { makeStaff } from '@portal/auth-api/test/support/builders.ts';
import { percentile } from '../support/percentile.ts';
import { textTable } from '../support/text-table.ts';
import { seedDatabase } from '@portal/auth-api/test/support/seed-database.ts';

const usage = `Usage: npm run bench:search [-- [--users <n>] [--workspaces <n>] [--rounds <n>]]
Seeds a temporary database, searches it through the API and prints the response times in milliseconds.
  --users <n>       users in the database (default: 100000)
  --workspaces <n>  workspaces, with two memberships each (default: 300000)
  --rounds <n>      how often each search runs (default: 100)`;
const { values, positionals } = parseCliArgs(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
  rounds: { type: 'string', default: '100' },
});
const [users, workspaces, rounds] = [values.users, values.workspaces, values.rounds].map(Number);
if (positionals.length > 0 || !users || !workspaces || !rounds)
  exitWithUsage('Each option must be a number greater than 0.', usage);

const searches: readonly (readonly [kind: 'users' | 'workspaces', query: string, description: string])[] = [
  ['users', '01A00000000000000000050000', 'an id'],
  ['users', 'ada.kalojen1@example.com', 'an email that no user has'],
  ['users', 'soren', 'a common first name'],
  ['users', 'zoe kal', 'the prefixes of two names'],
  ['users', 'alomi', 'a substring of a name'],
  ['users', 'example.com', 'the domain of half of all emails'],
  ['users', 'a@example.com', 'a substring that the index cannot distinguish from common ones'],
  ['users', 'qzxqzx', 'no match'],
  ['workspaces', 'production workspace', 'a third of all names, those of the oldest workspaces'],
  ['workspaces', 'edge gateway 27', 'the prefixes of three words'],
  ['workspaces', 'infra.company2098', 'a host'],
  ['workspaces', 'ateway', 'a substring of a common word'],
  ['workspaces', 'in', 'two letters'],
  ['workspaces', 'qzxqzx', 'no match'],
];

const print = (text: string) => process.stdout.write(`${text}\n`);
const postgres = await startTemporaryPostgres(prepareTemplate);
const api = await startApi({}, postgres.url);
const server = createServer(api.app);
try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  print(`Seeding ${users} users and ${workspaces} workspaces …`);
  await seedDatabase((sql) => api.asOwner(sql), { users, workspaces });
  const { credentials } = await makeStaff(api);
  const rows = [['kind', 'query', 'description', 'results', 'best', 'p50', 'p99']];
  for (const [kind, query, description] of searches) {
    const url = `http://127.0.0.1:${port}/staff/${kind}?${new URLSearchParams({ query }).toString()}`;
    const times: number[] = [];
    let resultCount = '';
    for (let round = 0; round < rounds + 3; round++) {
      const startedAt = performance.now();
      const response = await fetch(url, { headers: { cookie: credentials.cookie ?? '' } });
      const body = (await response.json()) as Record<string, unknown[]>;
      // The first rounds only warm the caches.
      if (round >= 3) times.push(performance.now() - startedAt);
      if (response.status !== 200) throw new Error(JSON.stringify(body));
      resultCount = `${body[kind]?.length ?? 0}${body['next'] ? '+' : ''}${body['isCut'] ? ', truncated' : ''}`;
    }
    rows.push([
      kind,
      query,
      description,
      resultCount,
      ...[0, 50, 99].map((share) => percentile(share, times).toFixed(1)),
    ]);
  }
  print(textTable(rows));
  print(`Load average: ${loadavg()[0]?.toFixed(1) ?? '?'}`);
} finally {
  server.closeAllConnections();
  server.close();
  await api.close();
  await postgres.stop();
}

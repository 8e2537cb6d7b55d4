import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { commandWords, refuseWords } from '../../src/command-words.ts';
import { prepareTemplate } from '../prepare-template.ts';
import { startApi } from '../support/api.ts';
import { makeStaff } from '../support/staff.ts';
import { textTable } from '../support/text-table.ts';
import { seedCrowd } from './seed.ts';

const usage = `Usage: npm run bench:search [-- [--users <n>] [--workspaces <n>] [--rounds <n>]]
Fills a database of its own, asks the API to search in it, and prints how long that took, in milliseconds.
  --users <n>       100000 unless told otherwise
  --workspaces <n>  300000 unless told otherwise; twice as many memberships
  --rounds <n>      how often each is asked for, 100 unless told otherwise`;
const { values, positionals } = commandWords(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
  rounds: { type: 'string', default: '100' },
});
const [users, workspaces, rounds] = [values.users, values.workspaces, values.rounds].map(Number);
if (positionals.length > 0 || !users || !workspaces || !rounds) refuseWords('Each option takes a number.', usage);

const searches: readonly (readonly [kind: 'users' | 'workspaces', query: string, why: string])[] = [
  ['users', '01A00000000000000000050000', 'an id'],
  ['users', 'ada.kalojen1@example.com', 'an address that nobody has'],
  ['users', 'soren', 'a common first name'],
  ['users', 'zoe kal', 'the beginnings of two names'],
  ['users', 'alomi', 'a part of a name'],
  ['users', 'example.com', 'what half of all addresses have'],
  ['users', 'a@example.com', 'a part that no index tells from common ones'],
  ['users', 'qzxqzx', 'what nobody has'],
  ['workspaces', 'production workspace', 'what a third of all names have, the oldest ones'],
  ['workspaces', 'edge gateway 27', 'the beginnings of three words'],
  ['workspaces', 'infra.company2098', 'a host'],
  ['workspaces', 'ateway', 'a part of a common word'],
  ['workspaces', 'in', 'two letters'],
  ['workspaces', 'qzxqzx', 'what nothing has'],
];

const say = (text: string) => process.stdout.write(`${text}\n`);
const postgres = await startTemporaryPostgres(prepareTemplate);
const api = await startApi({}, postgres.url);
const server = createServer(api.app);
try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  say(`Seeding ${users} people and ${workspaces} workspaces …`);
  await seedCrowd((sql) => api.asOwner(sql), { users, workspaces });
  const { proof } = await makeStaff(api);
  const rows = [['kind', 'query', 'why', 'found', 'best', 'p50', 'p99']];
  for (const [kind, query, why] of searches) {
    const address = `http://127.0.0.1:${port}/staff/${kind}?${new URLSearchParams({ query }).toString()}`;
    const times: number[] = [];
    let found = '';
    for (let round = 0; round < rounds + 3; round++) {
      const startedAt = performance.now();
      const response = await fetch(address, { headers: { cookie: proof.cookie ?? '' } });
      const body = (await response.json()) as Record<string, unknown[]>;
      // The first ones read what is not in memory yet.
      if (round >= 3) times.push(performance.now() - startedAt);
      if (response.status !== 200) throw new Error(JSON.stringify(body));
      found = `${body[kind]?.length ?? 0}${body['next'] ? ' and more' : ''}${body['isCut'] ? ', cut' : ''}`;
    }
    rows.push([kind, query, why, found, percentile(0, times), percentile(50, times), percentile(99, times)]);
  }
  say(textTable(rows));
  say(`The machine’s load is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);
} finally {
  server.closeAllConnections();
  server.close();
  await api.close();
  await postgres.stop();
}

function percentile(share: number, times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.max(Math.ceil((share / 100) * sorted.length), 1) - 1] ?? 0).toFixed(1);
}

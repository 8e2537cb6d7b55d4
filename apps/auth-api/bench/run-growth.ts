import { loadavg } from 'node:os';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { longLists } from '../test/support/long-lists.ts';
import { growthOf, type Growth } from './in-turn.ts';
import { ask } from './rounds.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';
import { get, id, visits, type Visit } from './visitors.ts';

const usage = `npm run bench:growth -- [--people 1000,100000,1000000] [--lengths 10,1000,10000] [--rounds 5] [--requests 4000]
  --people    how many people there are in all, the fewest first: every call is asked in databases of each size
  --lengths   how many workspaces a person owns, and members and API tokens one of these has, the fewest first: pages of
              as many as the fewest are asked for, where there are most people
  --rounds    how often each is measured, in turn
  --requests  of each kind in each round: with fewer, connections are still getting to know the pages of the largest`;
const { values, positionals } = commandWords(usage, {
  people: { type: 'string', default: '1000,100000,1000000' },
  lengths: { type: 'string', default: '10,1000,10000' },
  rounds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '4000' },
});
const numbers = (text: string) => text.split(',').map(Number);
const [crowds, lengths] = [numbers(values.people), numbers(values.lengths)];
const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
if (positionals.length > 0 || ![...crowds, ...lengths, rounds, requests].every((each) => each > 0))
  refuseWords('Each option takes numbers.', usage);

const say = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
const pageSize = Math.min(...lengths);

/** A page of each list of one of the people. */
const pagesOf = (owner: number): Visit[] =>
  [
    get('listWorkspaces', () => `/workspaces?limit=${pageSize}`),
    get('listMembers', () => `/workspace/${id('X', owner)}/members?limit=${pageSize}`),
    get('listAuthTokens', () => `/workspaces/${id('X', owner)}/authTokens?limit=${pageSize}`),
    get('whoami', () => '/whoami'),
  ].map((page) => ({ ...page, request: () => page.request(owner) }));

async function fill(people: number) {
  say(`Seeding ${people} people …`);
  const size = { users: people, workspaces: people * 3, visitors: visitors + lengths.length };
  const stage = await setStage({ ...size, workspacesEach: Math.min(20, pageSize), tokensEach: 5 });
  for (const [at, length] of lengths.entries()) {
    const owner = visitors + at + 1;
    const all = { workspaces: length, members: length, tokens: length };
    for (const statement of longLists(id('B', owner), id('X', owner), all, at * 100_000))
      await stage.asOwner(`SET session_replication_role = replica; ${statement}`);
  }
  await stage.asOwner('VACUUM ANALYZE');
  // What was seeded is written by now, and not while the first calls are measured.
  await stage.asOwner('CHECKPOINT');
  return { stage, api: await stage.startApi({ DATABASE_WAIT_MS: '20000' }) };
}

const milliseconds = (of: readonly number[]) => of.map((each) => each.toFixed(3)).join(', ');
const tell = (what: string, sizes: readonly number[], growths: readonly { call: string; growth: Growth }[]) => {
  const all = sizes.join(', ');
  const head = [what, `API CPU ms of ${all}`, `PostgreSQL CPU ms of ${all}`];
  const ratios = ['speed, last to first', 'API CPU', 'PostgreSQL CPU'];
  const rows = growths.map(({ call, growth: { cpuMs, databaseCpuMs, lastToFirst } }) => [
    call,
    milliseconds(cpuMs),
    milliseconds(databaseCpuMs),
    ...[lastToFirst.speed, lastToFirst.cpu, lastToFirst.databaseCpu].map((ratio) => ratio.toFixed(2)),
  ]);
  say(tableOf([...head, ...ratios], rows));
};

const filled: Awaited<ReturnType<typeof fill>>[] = [];
try {
  for (const people of crowds) filled.push(await fill(people));
  // As after some hours: every connection to PostgreSQL knows the pages. Else the first call alone would get to know them.
  for (const { stage, api } of filled) {
    for (const visit of visits) await ask(api.port, visit, { requests }, visitors);
    await stage.tidy();
  }
  const byPeople: { call: string; growth: Growth }[] = [];
  for (const visit of visits) {
    const variants = filled.map((each) => ({ ...each, visit, visitors }));
    byPeople.push({ call: visit.name, growth: await growthOf(variants, rounds, requests) });
  }
  tell('people', crowds, byPeople);

  const largest = filled.at(-1);
  if (largest === undefined) refuseWords('There must be people.', usage);
  const pages = lengths.map((_, at) => pagesOf(visitors + at + 1));
  const byLength: { call: string; growth: Growth }[] = [];
  for (const [at, { name }] of (pages[0] ?? []).entries()) {
    const variants = pages
      .flatMap((ofPerson) => ofPerson[at] ?? [])
      .map((visit) => ({ ...largest, visit, visitors: 1 }));
    byLength.push({ call: name, growth: await growthOf(variants, rounds, requests) });
  }
  tell(`page of ${pageSize}`, lengths, byLength);
} finally {
  for (const { stage } of filled) await stage.close();
}
say(`The machine’s load is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);

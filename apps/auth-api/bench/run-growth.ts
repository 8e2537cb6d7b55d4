import { loadavg } from 'node:os';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { longLists } from '../test/support/long-lists.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { ask, median, stretch, type Stretch } from './rounds.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';
import { get, id, type Visit } from './visitors.ts';

const usage = `npm run bench:growth -- [--people 1000,100000] [--lengths 50,1000,10000] [--rounds 5] [--requests 300]
  --people    how many people there are in all, the fewest first
  --lengths   how many workspaces a person owns, and members and API tokens one of these has, the fewest first
  --rounds    how often each is measured, in turn
  --requests  of each kind in each round`;
const { values, positionals } = commandWords(usage, {
  people: { type: 'string', default: '1000,100000' },
  lengths: { type: 'string', default: '50,1000,10000' },
  rounds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '300' },
});
const numbers = (text: string) => text.split(',').map(Number);
const [crowds, lengths] = [numbers(values.people), numbers(values.lengths)];
const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
if (positionals.length > 0 || ![...crowds, ...lengths, rounds, requests].every((each) => each > 0))
  refuseWords('Each option takes numbers.', usage);

const say = (text: string) => process.stdout.write(`${text}\n`);
const pageSize = Math.min(50, ...lengths);

/** A page of each list of one of the people. */
const pagesOf = (owner: number): Visit[] =>
  [
    get('listWorkspaces', () => `/workspaces?limit=${pageSize}`),
    get('listMembers', () => `/workspace/${id('X', owner)}/members?limit=${pageSize}`),
    get('listAuthTokens', () => `/workspaces/${id('X', owner)}/authTokens?limit=${pageSize}`),
    get('whoami', () => '/whoami'),
  ].map(({ name, request }) => ({ name, request: () => request(owner) }));

/** What each kind of request takes of a person with lists of each length, measured in turn. */
async function measure(api: MeasuredProcess): Promise<Map<string, Stretch[][]>> {
  const taken = new Map<string, Stretch[][]>();
  const visits = lengths.map((_, at) => pagesOf(at + 1));
  for (const visit of visits.flat()) await ask(api.port, visit, requests, 1);
  for (let round = 0; round < rounds; round++) {
    for (const [at, ofPerson] of visits.entries()) {
      for (const visit of ofPerson) {
        const ofCall = taken.get(visit.name) ?? lengths.map(() => []);
        taken.set(visit.name, ofCall);
        ofCall[at]?.push(await stretch(api, visit, requests, 1));
      }
    }
  }
  return taken;
}

const rows: string[][] = [];
for (const people of crowds) {
  const visitors = lengths.length;
  say(`Seeding ${people} people, and one with ${lengths.join(', ')} of everything each …`);
  const stage = await setStage({ users: people, workspaces: people * 3, visitors, workspacesEach: 1, tokensEach: 1 });
  try {
    for (const [at, length] of lengths.entries()) {
      const all = { workspaces: length, members: length, tokens: length };
      for (const statement of longLists(id('B', at + 1), id('X', at + 1), all, at * 100_000))
        await stage.asOwner(`SET session_replication_role = replica; ${statement}`);
    }
    await stage.asOwner('VACUUM ANALYZE');
    for (const [call, ofLengths] of await measure(await stage.startApi({ DATABASE_WAIT_MS: '20000' }))) {
      const cpu = ofLengths.map((stretches) => median(stretches.map(({ cpuMs }) => cpuMs)));
      const speed = ofLengths.map((stretches) => median(stretches.map(({ perSecond }) => perSecond)));
      const ratio = (of: readonly number[]) => ((of.at(-1) ?? 0) / (of[0] ?? 0)).toFixed(2);
      rows.push([String(people), call, ...cpu.map((each) => each.toFixed(3)), ratio(cpu), ratio(speed)]);
    }
  } finally {
    await stage.close();
  }
}
say(
  tableOf(
    [
      'people',
      `page of ${pageSize}`,
      ...lengths.map((each) => `CPU ms of ${each}`),
      'CPU, last to first',
      'speed, last to first',
    ],
    rows,
  ),
);
say(`The machine’s load is ${loadavg()[0]?.toFixed(1) ?? '?'}.`);

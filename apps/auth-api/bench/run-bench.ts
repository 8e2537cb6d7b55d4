import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { loadavg } from 'node:os';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { record } from './history.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { partsOf } from './parts.ts';
import { ask, compare, stretch, type Amount, type Comparison } from './rounds.ts';
import { bundle, setStage } from './stage.ts';
import { tableOf } from './table.ts';
import { visits, type Visit } from './visitors.ts';

const usage = `Usage: npm run bench [-- [--users <n>] [--workspaces <n>] [--rounds <n>] [--seconds <n>] [--requests <n>] [--only <calls>] [--parts] [--record]]
Fills a database of its own, starts the API as in production and beside it the floor, the least that can answer the same
calls, asks both in turn, and prints how they compare: 1 is as fast as the floor.
  --users <n>       100000 unless told otherwise
  --workspaces <n>  300000 unless told otherwise; twice as many memberships
  --rounds <n>      how often both are measured, 5 unless told otherwise
  --seconds <n>     how long each read is asked in a round, 10 unless told otherwise
  --requests <n>    how often each change is asked for in a round, 3000 unless told otherwise
  --only <calls>    the calls to measure, with commas between
  --parts           prints where the API spends its time, call by call, instead
  --record          adds the ratios to bench/history.jsonl`;
const { values, positionals } = commandWords(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '10' },
  requests: { type: 'string', default: '3000' },
  only: { type: 'string' },
  parts: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
});
const numberOf = (option: 'users' | 'workspaces' | 'rounds' | 'seconds' | 'requests') => Number(values[option]);
const [users, workspaces, rounds] = [numberOf('users'), numberOf('workspaces'), numberOf('rounds')];
const [seconds, requests] = [numberOf('seconds'), numberOf('requests')];
if (positionals.length > 0 || ![users, workspaces, rounds, seconds, requests].every((each) => each > 0))
  refuseWords('Each option takes a number.', usage);
const wanted = values.only?.split(',') ?? visits.map(({ name }) => name);
const chosen = visits.filter(({ name }) => wanted.includes(name));
if (chosen.length < wanted.length) refuseWords(`The calls are ${visits.map(({ name }) => name).join(', ')}.`, usage);

const say = (text: string) => process.stdout.write(`${text}\n`);
const visitors = 2_000;
/** A change is asked so often that the last does not find much more than the first; a read for as long as told. */
const amountOf = ({ writes }: Visit): Amount => (writes ? { requests } : { seconds });
/** V8 goes on compiling a while. */
const warmUpOf = ({ writes }: Visit): Amount => (writes ? { requests: Math.max(requests, 1_500) } : { seconds: 5 });
const columns = ['call', 'API/s', 'floor/s', 'throughput', 'API CPU ms', 'floor CPU ms', 'CPU'];
say(`Seeding ${users} people and ${workspaces} workspaces …`);
const stage = await setStage({ users, workspaces, visitors, workspacesEach: 20, tokensEach: 5 });
try {
  // What is measured is the work of a request, also where others use the machine.
  const api = await stage.startApi({ DATABASE_WAIT_MS: '20000' });
  const atRest = await api.usage();
  say(`The API was ready after ${(api.readyMs / 1_000).toFixed(2)} s, with ${megabytes(atRest.residentBytes)} MB.`);
  if (values.parts) await tellParts(api, chosen);
  else {
    const floor = await stage.startFloor();
    const plan = {
      visits: chosen,
      rounds,
      amount: amountOf,
      warmUp: warmUpOf,
      visitors,
      tidy: () => stage.tidy(),
    };
    const comparisons = await compare(api, floor, plan);
    say(tableOf(columns, comparisons.map(cellsOf)));
    if (values.record) await record(comparisons);
  }
  say(
    `The API then held ${megabytes((await api.usage()).residentBytes)} MB. The machine’s load is ${loadavg()[0]?.toFixed(1) ?? '?'}.`,
  );
} finally {
  await stage.close();
}

/** The CPU time of a request, divided as a profile of others like it: what others do on the machine is in neither. */
async function tellParts(api: MeasuredProcess, calls: readonly Visit[]): Promise<void> {
  const map = await readFile(`${bundle}.map`, 'utf8');
  const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
  const columns: { call: string; cpuMs: number; shares: Map<string, number> }[] = [];
  for (const visit of calls) {
    await ask(api.port, visit, warmUpOf(visit), visitors);
    const { cpuMs } = await stretch(api, visit, amountOf(visit), visitors);
    const shares = partsOf(await api.profile(() => ask(api.port, visit, amountOf(visit), visitors)), sources);
    columns.push({ call: visit.name, cpuMs, shares });
    await stage.tidy();
  }
  const parts = [...new Set(columns.flatMap(({ shares }) => [...shares.keys()]))].sort();
  const cell = (share: number, cpuMs: number) => (share * cpuMs * 1_000).toFixed(0);
  const row = (part: string) => [part, ...columns.map(({ shares, cpuMs }) => cell(shares.get(part) ?? 0, cpuMs))];
  const sums = columns.map(({ cpuMs }) => cell(1, cpuMs));
  say(tableOf(['µs of a request', ...columns.map(({ call }) => call)], [...parts.map(row), ['in all', ...sums]]));
}

function cellsOf({ call, apiPerSecond, floorPerSecond, throughput, apiCpuMs, floorCpuMs, cpu }: Comparison): string[] {
  const speeds = [apiPerSecond, floorPerSecond].map((each) => each.toFixed(0));
  const costs = [apiCpuMs, floorCpuMs].map((each) => each.toFixed(3));
  return [call, ...speeds, throughput.toFixed(2), ...costs, cpu.toFixed(2)];
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

import { readFile, writeFile } from 'node:fs/promises';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { compare } from './rounds.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';
import { visits } from './visitors.ts';

const usage = `npm run bench:short -- [--record]
Compares some calls of the built API to the floor in a few seconds, by the processor time of the threads that answer, and
fails where one has fallen by more than 15 % of what is recorded of this version of Node.
  --record  keeps what is measured as what later runs are compared to`;
const { values, positionals } = commandWords(usage, { record: { type: 'boolean', default: false } });
if (positionals.length > 0) refuseWords('It takes no words.', usage);

const file = new URL('short.json', import.meta.url);
const chosen = visits.filter(({ name }) => ['whoami', 'listWorkspaces', 'createWorkspace'].includes(name));
const visitors = 500;
/** A fall counts where each of so many measurements sees it. */
const attempts = 3;
const allowed = 0.85;
/** What is dear differs from one version of V8 to the next, for the floor, too. */
const version = `Node ${process.versions.node.split('.')[0] ?? ''}`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const stage = await setStage({ users: 2_000, workspaces: 6_000, visitors, workspacesEach: 20, tokensEach: 5 });
try {
  const api = await stage.startApi({ DATABASE_WAIT_MS: '20000' });
  const floor = await stage.startFloor();
  const measure = async (names: readonly string[]) => {
    const asked = chosen.filter(({ name }) => names.includes(name));
    const [amount, warmUp] = [() => ({ requests: 200 }), () => ({ requests: 1_500 })];
    const plan = { visits: asked, rounds: 21, amount, warmUp, visitors, tidy: () => stage.tidy() };
    return (await compare(api, floor, plan)).map(({ call, mainThread }) => [call, mainThread] as const);
  };
  const records = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, number>>;
  if (values.record) {
    const measured = await measure(chosen.map(({ name }) => name));
    records[version] = Object.fromEntries(measured.map(([call, ratio]) => [call, Math.round(ratio * 100) / 100]));
    await writeFile(file, `${JSON.stringify(records, null, 2)}\n`);
  }
  const recorded = records[version] ?? {};
  if (Object.keys(recorded).length === 0) say(`Nothing is recorded of ${version}, with which this could be compared.`);
  let fallen = chosen.map(({ name }) => name);
  for (let attempt = 0; attempt < attempts && fallen.length > 0; attempt++) {
    const measured = await measure(fallen);
    const rows = measured.map(([call, ratio]) => [call, ratio.toFixed(2), recorded[call]?.toFixed(2) ?? '-']);
    say(tableOf(['call', 'ratio to the floor', 'recorded'], rows));
    fallen = measured.filter(([call, ratio]) => ratio < allowed * (recorded[call] ?? 0)).map(([call]) => call);
  }
  for (const call of fallen) say(`${call} has fallen by more than 15 % of what is recorded.`);
  process.exitCode = fallen.length === 0 ? 0 : 1;
} finally {
  await stage.close();
}

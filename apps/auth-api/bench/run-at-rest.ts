import { setTimeout as sleep } from 'node:timers/promises';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { median } from './rounds.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';

const usage = `npm run bench:at-rest
Starts the built API five times, as in production and with Node's own settings, and tells how soon it was ready, what
processor time that took, and how much memory it holds when nobody has asked it for anything since.`;
const { positionals } = commandWords(usage, {});
if (positionals.length > 0) refuseWords('It takes no words.', usage);

const starts = 5;
const restMs = 3_000;
const goals = ['goal', '1.50', '', '120'];

const say = (text: string) => process.stdout.write(`${text}\n`);
const stage = await setStage({ users: 100, workspaces: 100, visitors: 100, workspacesEach: 1, tokensEach: 1 });
try {
  const measured: number[][] = [];
  for (let start = 0; start < starts; start++) {
    const api = await stage.startApi();
    const { cpuMs } = await api.usage();
    await sleep(restMs);
    const { residentBytes } = await api.usage();
    await api.stop();
    measured.push([api.readyMs / 1_000, cpuMs / 1_000, residentBytes / 1_048_576]);
  }
  const rows = measured.map((row, at) => [`start ${at + 1}`, ...cellsOf(row)]);
  const medians = [0, 1, 2].map((column) => median(measured.map((row) => row[column] ?? 0)));
  const head = [`Node ${process.versions.node}`, 'ready after s', 'CPU s until then', 'resident MB'];
  say(tableOf(head, [...rows, ['median', ...cellsOf(medians)], goals]));
} finally {
  await stage.close();
}

function cellsOf([ready = 0, cpu = 0, resident = 0]: readonly number[]): string[] {
  return [ready.toFixed(2), cpu.toFixed(2), resident.toFixed(0)];
}

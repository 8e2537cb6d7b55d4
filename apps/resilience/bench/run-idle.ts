import { setTimeout as sleep } from 'node:timers/promises';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { textTable } from '../support/text-table.ts';
import { startBenchEnvironment } from './bench-environment.ts';
import { median } from './measure.ts';

const usage = `Usage: npm run bench:at-rest
Starts the built API five times with production settings. Prints how long each start took, its CPU time, and the memory
that the API uses while idle.`;
const { positionals } = parseCliArgs(usage, {});
if (positionals.length > 0) exitWithUsage('This command takes no arguments.', usage);

const starts = 5;
const idleMs = 3_000;
const goals = ['goal', '1.50', '', '160'];

const bench = await startBenchEnvironment({
  users: 100,
  workspaces: 100,
  visitors: 100,
  workspacesEach: 1,
  tokensEach: 1,
});
try {
  const measured: number[][] = [];
  for (let start = 0; start < starts; start++) {
    const api = await bench.startApi();
    const { cpuMs } = await api.usage();
    await sleep(idleMs);
    const { residentBytes } = await api.usage();
    await api.stop();
    measured.push([api.readyMs / 1_000, cpuMs / 1_000, residentBytes / 1_048_576]);
  }
  const rows = measured.map((row, index) => [`start ${index + 1}`, ...toCells(row)]);
  const medians = [0, 1, 2].map((column) => median(measured.map((row) => row[column] ?? 0)));
  const head = [`Node ${process.versions.node}`, 'ready after s', 'CPU s until ready', 'resident MB'];
  process.stdout.write(`${textTable([head, ...rows, ['median', ...toCells(medians)], goals])}\n`);
} finally {
  await bench.close();
}

function toCells([readySeconds = 0, cpuSeconds = 0, megabytes = 0]: readonly number[]): string[] {
  return [readySeconds.toFixed(2), cpuSeconds.toFixed(2), megabytes.toFixed(0)];
}

import { readFile, writeFile } from 'node:fs/promises';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { textTable } from '../support/text-table.ts';
import { startBenchEnvironment } from './bench-environment.ts';
import { compare } from './measure.ts';
import { requestKinds } from './requests.ts';

const usage = `Usage: npm run bench:short [-- [--record]]
Compares some calls of the built API with the baseline in a few seconds, by the CPU time of the main thread, and fails if a
ratio is more than 15 % below the one recorded for this version of Node.
  --record  stores the measured ratios, which later runs are compared with`;
const { values, positionals } = parseCliArgs(usage, { record: { type: 'boolean', default: false } });
if (positionals.length > 0) exitWithUsage('This command takes no arguments.', usage);

const file = new URL('short.json', import.meta.url);
const visitors = 500;
/** A regression counts only if every attempt shows it. */
const attempts = 3;
const minimumOfRecorded = 0.85;
/** Recorded per major version: V8 versions differ in cost, for the baseline too. */
const nodeVersion = `Node ${process.versions.node.split('.')[0] ?? ''}`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const bench = await startBenchEnvironment({
  users: 2_000,
  workspaces: 6_000,
  visitors,
  workspacesEach: 20,
  tokensEach: 5,
});
const measuredCalls = ['whoami', 'listWorkspaces', 'createWorkspace'];
const chosen = requestKinds(bench.apiTokens).filter(({ name }) => measuredCalls.includes(name));
try {
  const api = await bench.startApi({ DATABASE_TIMEOUT_MS: '20000' });
  const baseline = await bench.startBaseline();
  const measureRatios = async (names: readonly string[]) => {
    const comparisons = await compare(api, baseline, {
      requestKinds: chosen.filter(({ name }) => names.includes(name)),
      rounds: 21,
      amount: () => ({ requests: 200 }),
      warmUp: () => ({ requests: 1_500 }),
      visitors,
      cleanUp: () => bench.cleanUp(),
    });
    return comparisons.map(({ call, mainThread }) => [call, mainThread] as const);
  };
  const records = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, number>>;
  if (values.record) {
    const measured = await measureRatios(chosen.map(({ name }) => name));
    records[nodeVersion] = Object.fromEntries(measured.map(([call, ratio]) => [call, Math.round(ratio * 100) / 100]));
    await writeFile(file, `${JSON.stringify(records, null, 2)}\n`);
  }
  const recorded = records[nodeVersion] ?? {};
  if (Object.keys(recorded).length === 0) print(`No ratios are recorded for ${nodeVersion}, so nothing is compared.`);
  let regressed = chosen.map(({ name }) => name);
  for (let attempt = 0; attempt < attempts && regressed.length > 0; attempt++) {
    const measured = await measureRatios(regressed);
    const rows = measured.map(([call, ratio]) => [call, ratio.toFixed(2), recorded[call]?.toFixed(2) ?? '-']);
    print(textTable([['call', 'ratio to the baseline', 'recorded'], ...rows]));
    regressed = measured
      .filter(([call, ratio]) => ratio < minimumOfRecorded * (recorded[call] ?? 0))
      .map(([call]) => call);
  }
  for (const call of regressed) print(`${call} is more than 15 % below its recorded ratio.`);
  process.exitCode = regressed.length === 0 ? 0 : 1;
} finally {
  await bench.close();
}

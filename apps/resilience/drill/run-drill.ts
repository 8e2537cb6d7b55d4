import { spawnSync } from 'node:child_process';
import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { textTable } from '../support/text-table.ts';
import { conditions, type Condition } from './conditions.ts';
import { readRules } from './prometheus.ts';
import { startStack } from './stack.ts';

const usage = `Usage: npm run drill:alerts [-- [--only <text>] [--scale <n>] [--prometheus <program>] [--exporter <program>]]
Causes what the alerts of deploy/monitoring report, and measures how long each alert needs to fire and to clear. Ends successfully without a drill if Prometheus is not installed.
  --only <text>           only conditions whose name or alerts contain this text
  --scale <n>             divides all durations of the rules (default: 10). 1 runs the rules as they are, for hours
  --prometheus <program>  the program (default: prometheus, of the Debian package prometheus)
  --exporter <program>    the program (default: prometheus-postgres-exporter, of the Debian package of this name)`;
const { values, positionals } = parseCliArgs(usage, {
  only: { type: 'string', default: '' },
  scale: { type: 'string', default: '10' },
  prometheus: { type: 'string', default: 'prometheus' },
  exporter: { type: 'string', default: 'prometheus-postgres-exporter' },
});
const scale = Number(values.scale);
if (positionals.length > 0 || !(scale >= 1)) exitWithUsage('--scale must be a number of at least 1.', usage);
const chosen = conditions.filter(({ name, alerts }) => [name, ...alerts].some((text) => text.includes(values.only)));
if (chosen.length === 0) exitWithUsage(`No condition matches "${values.only}".`, usage);

const print = (text: string) => process.stdout.write(`${text}\n`);
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;
if (!isInstalled(values.prometheus)) {
  print(
    `Skipped: ${values.prometheus} is not installed. On Debian: apt-get install --no-install-recommends prometheus`,
  );
  process.exit(0);
}
const exporter = isInstalled(values.exporter) ? values.exporter : undefined;
if (exporter === undefined) print(`Without ${values.exporter}, conditions that need it are left out.`);

/** A provider is probed once a minute, whatever the scale. */
const timeoutMs = 90_000 + 3_600_000 / scale;
const rows: string[][] = [['condition', 'alert', 'fires after s', 'clears after s']];
const violations: string[] = [];

const stack = await startStack({ scale, prometheus: values.prometheus, exporter });
/** Waits until each of the alerts fires, or no longer does. Returns the seconds for each; null if it did not happen in time. */
const secondsUntil = (alerts: readonly string[], isFiring: boolean) => {
  const startedAt = performance.now();
  return Promise.all(
    alerts.map(async (alert) => {
      const read = async () => (await stack.prometheus.firing()).has(alert) === isFiring;
      return (await pollUntil(read, Boolean, timeoutMs)) ? Math.round((performance.now() - startedAt) / 1_000) : null;
    }),
  );
};
async function run({ name, alerts, start }: Condition): Promise<void> {
  await secondsUntil(alerts, false);
  print(`▶ ${name}`);
  const begun = performance.now();
  const end = await start(stack);
  const startSeconds = Math.round((performance.now() - begun) / 1_000);
  const fired = await secondsUntil(alerts, true);
  const [, cleared] = await Promise.all([end(), secondsUntil(alerts, false)]);
  for (const [index, alert] of alerts.entries()) {
    const [fires, clears] = [fired[index] ?? null, cleared[index] ?? null];
    if (fires === null) violations.push(`${alert} did not fire: ${name}`);
    if (clears === null) violations.push(`${alert} did not clear: ${name}`);
    const cells = [fires === null ? 'never' : String(startSeconds + fires), clears === null ? 'never' : String(clears)];
    print(`  ${name}: ${alert} fires after ${cells.join(' s, clears after ')} s`);
    rows.push([name, alert, ...cells]);
  }
}

async function runInOrder(list: readonly Condition[]): Promise<void> {
  for (const condition of list) await run(condition);
}

const runnable = chosen.filter(({ needsExporter = false }) => !needsExporter || exporter !== undefined);
const groups = new Set(runnable.flatMap(({ group }) => group ?? []));
try {
  await Promise.all([...groups].map((name) => runInOrder(runnable.filter(({ group }) => group === name))));
  await runInOrder(runnable.filter(({ group }) => group === undefined));
} finally {
  await stack.close();
}

print(`\nAll durations of the rules are divided by ${scale}.\n\n${textTable(rows)}`);
const caused = new Set(runnable.flatMap(({ alerts }) => alerts));
const others = (await readRules()).groups
  .flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))
  .filter((name) => !caused.has(name));
print(`\nNot caused in this run: ${others.join(', ')}.`);
for (const violation of violations) process.stderr.write(`✗ ${violation}\n`);
process.exit(violations.length > 0 ? 1 : 0);

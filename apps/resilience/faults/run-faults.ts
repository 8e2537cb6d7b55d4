import { parseCliArgs, exitWithUsage } from '@portal/auth-api/src/cli/parse-args.ts';
import { reportFatalError } from '@portal/auth-api/src/platform/observability/report-fatal-error.ts';
import { scenarios as allScenarios } from './scenarios.ts';
import { behindProxy } from './scenarios/behind-proxy.ts';
import { replicaCrash } from './scenarios/replica-crash.ts';
import { startFaultEnvironment } from './environment.ts';
import { haFaults } from './ha/faults.ts';
import { findHaPrograms } from './ha/programs.ts';
import { runHaFaults } from './ha/run-ha.ts';
import { formatViolations, formatExpectations, formatTable, type Row } from './report.ts';

const usage = `Usage: npm run faults [-- [--only <text>] [--short] [--proxy <caddy>] [--pgbouncer <program>] [--markdown]]
       npm run faults -- --ha --proxy <caddy> [--rounds <number>] [--only <text>] [--allow-skipped] [--markdown]
Breaks what the API depends on, one part after the other, and prints a table of what happened.
  --only <text>          only scenarios whose name contains this text
  --short                fewer requests and wider limits, for a quick look
  --proxy <caddy>        run two replicas behind the proxy of docker-compose.yml; the Caddy program, such as caddy
  --pgbouncer <program>  connect to PostgreSQL through PgBouncer, in transaction mode
  --ha                   run the highly available deployment of deploy/high-availability: three database machines under Patroni
                         with etcd, three API processes with HAProxy and PgBouncer, two proxies with keepalived. Needs \`npm run
                         build\` and the programs, here or in the Debian system of the folder HA_ROOT
  --rounds <number>      with --ha: how often each fault is repeated
  --allow-skipped        with --ha: pass although faults were skipped, because there is no --proxy or this system has no network
                         namespaces
  --markdown             write only a Markdown document to standard output`;
const { values, positionals } = parseCliArgs(usage, {
  only: { type: 'string', default: '' },
  short: { type: 'boolean', default: false },
  proxy: { type: 'string' },
  pgbouncer: { type: 'string' },
  ha: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  'allow-skipped': { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
});
if (positionals.length > 0) exitWithUsage('This command takes only options.', usage);
const { proxy, pgbouncer } = values;
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1)) {
  exitWithUsage('--rounds must be a whole number of at least 1.', usage);
}
// The scenarios behind the proxy have a replica crash of their own.
const scenarios =
  proxy === undefined ? allScenarios : [...allScenarios.filter((each) => each !== replicaCrash), ...behindProxy];
const names = (values.ha ? haFaults : scenarios).map(({ name }) => name);
if (!names.some((name) => name.includes(values.only))) {
  exitWithUsage(
    `No scenario matches "${values.only}". The scenarios are:\n${names.map((name) => `  ${name}`).join('\n')}`,
    usage,
  );
}
const print = (text: string) => (values.markdown ? process.stderr : process.stdout).write(`${text}\n`);

if (values.ha) {
  const allowSkipped = values['allow-skipped'];
  const chosen = haFaults.filter(({ name }) => name.includes(values.only));
  const lackProxy = proxy === undefined ? chosen.filter(({ needsProxy }) => needsProxy === true) : [];
  if (lackProxy.length === chosen.length || (lackProxy.length > 0 && !allowSkipped)) {
    exitWithUsage(`These faults need --proxy:\n${lackProxy.map(({ name }) => `  ${name}`).join('\n')}`, usage);
  }
  const programs = await findHaPrograms(process.env).catch((error: unknown) => {
    reportFatalError(error);
    process.exit(1);
  });
  const { table, violations } = await runHaFaults({ programs, proxy, only: values.only, rounds, allowSkipped, print });
  process.stdout.write(values.markdown ? `# Faults of a highly available deployment\n\n${table}\n` : `\n${table}\n`);
  for (const violation of violations) process.stderr.write(`✗ ${violation}\n`);
  process.exit(violations.length > 0 ? 1 : 0);
}

const mode = values.short ? 'short' : 'full';
const rows: Row[] = [];
const printedLogs = new Set<string>();
const environment = await startFaultEnvironment(mode, { proxy, pgbouncer });
try {
  const chosen = scenarios.filter(({ name, isSlow }) => name.includes(values.only) && !(values.short && isSlow));
  for (const scenario of chosen) {
    print(`▶ ${scenario.name}`);
    const outcome = await scenario.run(environment, mode);
    rows.push({ scenario, outcome });
    for (const violation of outcome.violations) print(`  ✗ ${violation}`);
    for (const line of environment.bugLogs()) {
      if (!printedLogs.has(line)) print(`    ${line}`);
      printedLogs.add(line);
    }
  }
} finally {
  await environment.close();
}

if (values.markdown) process.stdout.write(`# Faults\n\n${formatTable(rows)}\n\n${formatExpectations(rows)}\n`);
else process.stdout.write(`\n${formatTable(rows)}\n`);
const violations = formatViolations(rows);
if (violations) process.stderr.write(`\n${violations}\n`);
process.exit(violations || rows.length === 0 ? 1 : 0);

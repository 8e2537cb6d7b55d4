import { commandWords, refuseWords } from '../../src/command-words.ts';
import { scenarios as always } from './scenarios.ts';
import { behindProxy } from './scenarios/behind-proxy.ts';
import { twoReplicas } from './scenarios/two-replicas.ts';
import { setStage } from './stage.ts';
import { faultsOf, promisesOf, tableOf, type Row } from './table.ts';

const usage = `Usage: npm run faults [-- [--only <words>] [--short] [--proxy <caddy>] [--pgbouncer <program>] [--markdown]]
Breaks what the API depends on, and prints a table of what came of it.
  --only <words>  only scenarios whose name has these words
  --short         the short form that \`npm test\` runs
  --proxy <caddy> everything to two replicas behind the proxy of docker-compose.yml: the program, such as caddy
  --pgbouncer <program>  the processes reach PostgreSQL through it, in transaction mode
  --markdown      nothing but a document, on the standard output`;
const { values, positionals } = commandWords(usage, {
  only: { type: 'string', default: '' },
  short: { type: 'boolean', default: false },
  proxy: { type: 'string' },
  pgbouncer: { type: 'string' },
  markdown: { type: 'boolean', default: false },
});
if (positionals.length > 0) refuseWords('It takes no words but those of its options.', usage);
const { proxy, pgbouncer } = values;
// Where one of two processes dies, behind a proxy, is what the other table has.
const scenarios = proxy === undefined ? always : [...always.filter((each) => each !== twoReplicas), ...behindProxy];
if (!scenarios.some(({ name }) => name.includes(values.only))) {
  refuseWords(
    `There is no scenario with these words. There are:\n${scenarios.map(({ name }) => `  ${name}`).join('\n')}`,
    usage,
  );
}
const say = (text: string) => (values.markdown ? process.stderr : process.stdout).write(`${text}\n`);

const length = values.short ? 'short' : 'full';
const rows: Row[] = [];
let told = 0;
const stage = await setStage(length, { proxy, pgbouncer });
try {
  const chosen = scenarios.filter(({ name, takesLong }) => name.includes(values.only) && !(values.short && takesLong));
  for (const scenario of chosen) {
    say(`▶ ${scenario.name}`);
    const outcome = await scenario.run(stage, length);
    rows.push({ scenario, outcome });
    for (const fault of outcome.faults) say(`  ✗ ${fault}`);
    for (const line of stage.broken().slice(told)) say(`    ${line}`);
    told = stage.broken().length;
  }
} finally {
  await stage.close();
}

if (values.markdown) process.stdout.write(`# Faults\n\n${tableOf(rows)}\n\n${promisesOf(rows)}\n`);
else process.stdout.write(`\n${tableOf(rows)}\n`);
const faults = faultsOf(rows);
if (faults) process.stderr.write(`\n${faults}\n`);
process.exit(faults || rows.length === 0 ? 1 : 0);

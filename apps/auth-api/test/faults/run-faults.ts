import { commandWords, refuseWords } from '../../src/command-words.ts';
import { scenarios } from './scenarios.ts';
import { setStage } from './stage.ts';
import { faultsOf, promisesOf, tableOf, type Row } from './table.ts';

const usage = `Usage: npm run faults [-- [--only <words>] [--short] [--markdown]]
Breaks what the API depends on, and prints a table of what came of it.
  --only <words>  only scenarios whose name has these words
  --short         the short form that \`npm test\` runs
  --markdown      nothing but a document, on the standard output`;
const { values, positionals } = commandWords(usage, {
  only: { type: 'string', default: '' },
  short: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
});
if (positionals.length > 0) refuseWords('It takes no words but those of its options.', usage);
if (!scenarios.some(({ name }) => name.includes(values.only))) {
  refuseWords(
    `There is no scenario with these words. There are:\n${scenarios.map(({ name }) => `  ${name}`).join('\n')}`,
    usage,
  );
}
const say = (text: string) => (values.markdown ? process.stderr : process.stdout).write(`${text}\n`);

const length = values.short ? 'short' : 'full';
const rows: Row[] = [];
const stage = await setStage(length);
try {
  const chosen = scenarios.filter(({ name, takesLong }) => name.includes(values.only) && !(values.short && takesLong));
  for (const scenario of chosen) {
    say(`▶ ${scenario.name}`);
    const outcome = await scenario.run(stage, length);
    rows.push({ scenario, outcome });
    for (const fault of outcome.faults) say(`  ✗ ${fault}`);
  }
} finally {
  await stage.close();
}

if (values.markdown) process.stdout.write(`# Faults\n\n${tableOf(rows)}\n\n${promisesOf(rows)}\n`);
else process.stdout.write(`\n${tableOf(rows)}\n`);
const faults = faultsOf(rows);
if (faults) process.stderr.write(`\n${faults}\n`);
process.exit(faults || rows.length === 0 ? 1 : 0);

import { parseArgs } from 'node:util';
import { scenarios } from './scenarios.ts';
import { setStage } from './stage.ts';
import { faultsOf, promisesOf, tableOf, type Row } from './table.ts';

const { values } = parseArgs({
  options: {
    /** Only scenarios whose name has these words. */
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    /** Nothing but a document, on the standard output. */
    markdown: { type: 'boolean', default: false },
  },
});
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

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Description } from './description.ts';
import { judgeOf } from './judge.ts';
import { readRecord } from './record.ts';

const usage = `Usage: npm run stripe:check -- <record> --subset <file>
Checks what was asked of the local Stripe, what it answered, and the events that it sent, by a description of Stripe’s
API in OpenAPI 3.0.
A record is appended to the file that STRIPE_RECORD_FILE names, by the tests of the API’s billing and by \`npm start\`.`;

/** How many faults are told in full. */
const mostTold = 20;

function words() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { subset: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) return null;
    if (positionals.length !== 1 || values.subset === undefined) throw new Error('It takes a record and a subset.');
    return { record: positionals[0] ?? '', subset: values.subset };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(2);
  }
}

const given = words();
if (given === null) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const read = async (file: string) => {
  try {
    // npm runs this in the folder of its package, and tells where it was asked to.
    return await readFile(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
  } catch (error) {
    process.stderr.write(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
const judge = judgeOf(Description.parse(JSON.parse(await read(given.subset))));
const lines = readRecord(await read(given.record));

const counts = new Map<string, { times: number; wrong: number }>();
const faults = new Map<string, number>();
for (const line of lines) {
  const verdict = judge(line);
  const name = verdict.operation ?? 'none of the description';
  const { times, wrong } = counts.get(name) ?? { times: 0, wrong: 0 };
  counts.set(name, { times: times + 1, wrong: wrong + Number(verdict.faults.length > 0) });
  for (const fault of verdict.faults) {
    const told = `${name}: ${fault}`;
    faults.set(told, (faults.get(told) ?? 0) + 1);
  }
}

for (const [name, { times, wrong }] of [...counts].sort()) {
  process.stdout.write(`${String(times).padStart(6)}  ${name}${wrong > 0 ? `, ${wrong} of them wrong` : ''}\n`);
}
const wrong = [...counts.values()].reduce((sum, count) => sum + count.wrong, 0);
const events = lines.filter((line) => 'event' in line).length;
const exchanges = lines.length - events;
process.stdout.write(`Requests with their answers: ${exchanges}. Events: ${events}. Wrong: ${wrong}.\n`);
for (const [fault, times] of [...faults].slice(0, mostTold)) process.stderr.write(`✗ ${times} × ${fault}\n`);
process.exitCode = wrong > 0 || lines.length === 0 ? 1 : 0;

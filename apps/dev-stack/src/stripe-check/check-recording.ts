import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../errors.ts';
import { readRecording } from '../stripe/http/recording.ts';
import { OpenApiDocument } from './openapi.ts';
import { createValidator } from './validator.ts';

const usage = `Usage: npm run stripe:check -- <recording> --subset <file>
Validates recorded requests, responses and events of the Stripe emulator against an OpenAPI 3.0 document of Stripe’s API.
The emulator appends to the file in STRIPE_RECORD_FILE, in the API’s billing tests and in \`npm start\`.`;

const maxReported = 20;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { subset: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) return null;
    if (positionals.length !== 1 || values.subset === undefined)
      throw new Error('A recording and a subset are required.');
    return { recording: positionals[0] ?? '', subset: values.subset };
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n${usage}\n`);
    process.exit(2);
  }
}

const options = readArguments();
if (options === null) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const readInput = async (file: string) => {
  try {
    // npm runs this script in the folder of its package; INIT_CWD is the folder of the caller.
    return await readFile(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
  } catch (error) {
    process.stderr.write(`${file} can’t be read: ${errorMessage(error)}\n`);
    process.exit(1);
  }
};
const validate = createValidator(OpenApiDocument.parse(JSON.parse(await readInput(options.subset))));
const lines = readRecording(await readInput(options.recording));

const countsByOperation = new Map<string, { total: number; invalid: number }>();
const violations = new Map<string, number>();
for (const line of lines) {
  const result = validate(line);
  const name = result.operation ?? 'not in the document';
  const { total, invalid } = countsByOperation.get(name) ?? { total: 0, invalid: 0 };
  countsByOperation.set(name, { total: total + 1, invalid: invalid + Number(result.violations.length > 0) });
  for (const violation of result.violations) {
    const message = `${name}: ${violation}`;
    violations.set(message, (violations.get(message) ?? 0) + 1);
  }
}

for (const [name, { total, invalid }] of [...countsByOperation].sort()) {
  process.stdout.write(`${String(total).padStart(6)}  ${name}${invalid > 0 ? `, ${invalid} of them invalid` : ''}\n`);
}
const invalid = [...countsByOperation.values()].reduce((sum, count) => sum + count.invalid, 0);
const events = lines.filter((line) => 'event' in line).length;
process.stdout.write(`Requests: ${lines.length - events}. Events: ${events}. Invalid: ${invalid}.\n`);
for (const [message, count] of [...violations].slice(0, maxReported)) process.stderr.write(`✗ ${count} × ${message}\n`);
process.exitCode = invalid > 0 || lines.length === 0 ? 1 : 0;

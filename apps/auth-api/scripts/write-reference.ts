// Generates the API reference and the settings list in docs/generated/. A test checks that the files are up to date.
import { writeFile } from 'node:fs/promises';
import { exitWithUsage, parseCliArgs } from '../src/cli/parse-args.ts';
import { referenceFiles } from './reference-files.ts';

const usage =
  'Usage: npm run reference\nGenerates docs/generated/openapi.json, api.md, errors.md and settings.md from the code.';
if (parseCliArgs(usage, {}).positionals.length > 0) exitWithUsage('This command takes no arguments.', usage);

for (const [name, text] of Object.entries(await referenceFiles())) {
  await writeFile(new URL(`../../../docs/generated/${name}`, import.meta.url), text);
}

// Writes what docs/ holds of the API: files that a test compares with the table of calls and the list of settings.
import { writeFile } from 'node:fs/promises';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { referenceFiles } from './reference-files.ts';

const usage = 'Usage: npm run reference\nWrites docs/openapi.json, api.md, errors.md and settings.md from the code.';
if (commandWords(usage, {}).positionals.length > 0) refuseWords('It takes no words.', usage);

for (const [name, text] of Object.entries(await referenceFiles())) {
  await writeFile(new URL(`../../../docs/${name}`, import.meta.url), text);
}

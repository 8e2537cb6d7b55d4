// Writes what docs/ holds of the API: files that a test compares with the table of calls and the list of settings.
import { writeFile } from 'node:fs/promises';
import { referenceFiles } from './reference-files.ts';

for (const [name, text] of Object.entries(await referenceFiles())) {
  await writeFile(new URL(`../../../docs/${name}`, import.meta.url), text);
}

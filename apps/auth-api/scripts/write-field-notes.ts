// Writes the doc comments of the contract’s schemas and their fields into src/generated, for the reference. They stay
// comments in the contract, so that the portal, which shows none of them, does not carry their text to every browser.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { notesOfContract } from './field-notes.ts';

const contract = fileURLToPath(new URL('../../../packages/contract/src', import.meta.url));
const notes = JSON.stringify(Object.fromEntries(await notesOfContract(contract)), null, 2);
const generated = new URL('../src/generated/', import.meta.url);

await mkdir(generated, { recursive: true });
await writeFile(
  new URL('field-notes.ts', generated),
  `export const fieldNotes: Readonly<Record<string, string>> = ${notes};\n`,
);

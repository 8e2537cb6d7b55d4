// Writes the doc comments of the contract's schemas into src/generated, for the reference. They are comments in the contract,
// not data, so that the portal does not send their text to browsers.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readDocComments } from './doc-comments.ts';

const contract = fileURLToPath(new URL('../../../packages/contract/src', import.meta.url));
const descriptions = JSON.stringify(Object.fromEntries(await readDocComments(contract)), null, 2);
const generated = new URL('../src/generated/', import.meta.url);

await mkdir(generated, { recursive: true });
await writeFile(
  new URL('schema-descriptions.ts', generated),
  `export const schemaDescriptions: Readonly<Record<string, string>> = ${descriptions};\n`,
);

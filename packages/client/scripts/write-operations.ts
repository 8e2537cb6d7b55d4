// Writes src/generated/operations.ts. A test checks that it is up to date.
import { writeFile } from 'node:fs/promises';
import { operationsFile } from './operations.ts';

await writeFile(new URL('../src/generated/operations.ts', import.meta.url), await operationsFile());

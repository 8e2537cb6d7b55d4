import { readFile } from 'node:fs/promises';
import { operationsFile } from '../scripts/operations.ts';

it('src/generated/operations.ts is up to date (run npm run reference)', async () => {
  const file = new URL('../src/generated/operations.ts', import.meta.url);
  expect(await readFile(file, 'utf8')).toBe(await operationsFile());
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { Journal } from '../src/emulator/journal.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  file = join(folder, 'deep', 'numbers.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => new Journal(file, z.number());

test('persists set, changed and deleted values', () => {
  const journal = open();
  journal.set('a', 1);
  journal.set('b', 2);
  journal.set('a', 3);
  journal.delete('b');
  expect(open().entries()).toEqual([['a', 3]]);
  journal.clear();
  expect(open().entries()).toEqual([]);
});

test('ignores an incomplete last line, and reports other damage', async () => {
  open().set('a', 1);
  await appendFile(file, '{"key":"b","val');
  expect(open().entries()).toEqual([['a', 1]]);
  await writeFile(file, 'nonsense\n');
  expect(open).toThrow(/line 1; delete the local data with npm run reset/);
  await writeFile(file, '{"key":"a","value":"of a different version"}\n');
  expect(open).toThrow(/was written by another version/);
});

test('compacts its file', async () => {
  const journal = open();
  for (let number = 0; number < 5000; number += 1) journal.set('a', number);
  expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThan(1100);
  expect(open().get('a')).toBe(4999);
});

test('loses no acknowledged value when its process is killed', async () => {
  const source = pathToFileURL(join(import.meta.dirname, '../src/emulator/journal.ts')).href;
  const program = `
    import { Journal } from '${source}';
    import * as z from 'zod';
    const journal = new Journal(${JSON.stringify(file)}, z.number());
    for (let n = 0; ; n += 1) { journal.set(String(n), n); if (n % 50 === 0) await new Promise((done) => process.stdout.write(n + '\\n', done)); }`;
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.length > 500) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const last = Number(output.trimEnd().split('\n').at(-1));
  expect(last).toBeGreaterThan(0);
  expect(open().values().length).toBeGreaterThan(last);
});

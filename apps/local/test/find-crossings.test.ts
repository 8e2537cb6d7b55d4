import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findCrossings } from '@portal/config/find-crossings';

const layers = {
  mayImport: { http: ['keys'], keys: [], 'keys/one.ts': ['http'], features: ['http', 'keys/two.ts'] },
  apart: 'features',
  never: /\.handlers\.ts$/,
};

let src: string;
beforeEach(async () => (src = await mkdtemp(path.join(tmpdir(), 'crossings-'))));
afterEach(() => rm(src, { recursive: true }));

async function crossingsOf(file: string, text: string): Promise<string[]> {
  await mkdir(path.join(src, path.dirname(file)), { recursive: true });
  await writeFile(path.join(src, file), text);
  return findCrossings(src, layers);
}

it.each([
  `import { a } from '../http/a.ts';`,
  `import type { A } from "../http/a.ts";`,
  `import {\n  a,\n  b,\n} from '../http/a.ts';`,
  `import '../http/a.ts';`,
  `export * from '../http/a.ts';`,
  `export { a } from '../http/a.ts';`,
  `const a = await import('../http/a.ts');`,
  'const a = await import(`../http/a.ts`);',
  `const a = await import(/* webpack */ '../http/a.ts');`,
  `const a = await import(\n  // why\n  '../http/a.ts'\n);`,
])('%s is an import', async (text) => {
  expect(await crossingsOf('keys/a.ts', text)).toEqual(['src/keys/a.ts must not import http/a.ts: see layers.mjs']);
});

it.each([
  ['what may be imported', 'http/a.ts', '../keys/b.ts'],
  ['a file with rules of its own', 'keys/one.ts', '../http/a.ts'],
  ['a file that is named', 'features/a/x.ts', '../../keys/two.ts'],
  ['one’s own folder', 'features/a/sub/x.ts', '../y.handlers.ts'],
  ['what lies in no folder', 'keys/a.ts', '../log.ts'],
  ['what is generated', 'keys/a.ts', '../generated/client.ts'],
  ['where a file lies in no folder, all', 'app.ts', './features/a/x.handlers.ts'],
])('allowed is %s', async (_what, file, wanted) => {
  expect(await crossingsOf(file, `import '${wanted}';`)).toEqual([]);
});

it.each([
  ['another feature', 'features/a/x.ts', '../b/y.ts', 'features/b/y.ts'],
  ['a file beside the one that is named', 'features/a/x.ts', '../../keys/three.ts', 'keys/three.ts'],
  ['handlers of another folder', 'http/a.ts', '../keys/b.handlers.ts', 'keys/b.handlers.ts'],
  ['what lies outside src', 'http/a.ts', '../../test/a.ts', '../test/a.ts'],
])('refused is %s', async (_what, file, wanted, told) => {
  expect(await crossingsOf(file, `import '${wanted}';`)).toEqual([
    `src/${file} must not import ${told}: see layers.mjs`,
  ]);
});

it('a folder that no rule names is told', async () => {
  expect(await crossingsOf('new/a.ts', '')).toEqual(['src/new/a.ts: layers.mjs does not say what new may import']);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const checker = new URL('../../../scripts/coverage-document.mjs', import.meta.url).href;
const { faultsOf } = (await import(checker)) as { faultsOf: (root: string, text: string) => Promise<string[]> };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'coverage-document-'));
  await mkdir(path.join(root, 'test'));
});
afterEach(() => rm(root, { recursive: true }));

/** What is wrong with a document of one row, when the test file has this text. */
async function faultsWith(source: string, named: string): Promise<string[]> {
  await writeFile(path.join(root, 'test', 'shop.test.ts'), source);
  return faultsOf(root, `| id | statement | shown by |\n| 2.10 | It has a door. | ${named} |\n`);
}

const door = '`test/shop.test.ts`: has a door';

it.each([
  ['its title', "test('[2.10] has a door', () => {});"],
  ['one of several ids in its title', "it('[1.shell.3] [2.10] has a door', async () => {});"],
  ['a tag', "// @covers 2.10\ntest('has a door', () => {});"],
  ['one of several ids of a tag', "// Opens inwards.\n// @covers 1.1 2.10 9.8\nit.each([1])('has a door', () => {});"],
  ['the title of a group', "describe('[2.10] has a door', () => { it('opens', () => {}); });"],
])('a statement counts as shown by a test that names it in %s', async (_where, source) =>
  expect(await faultsWith(source, door)).toEqual([]),
);

it('a title may hold an expression', async () =>
  expect(
    await faultsWith('test(`[2.10] has a ${kind} door`, () => {});', '`test/shop.test.ts`: has a ${kind} door'),
  ).toEqual([]));

it.each([
  ['names no statement', "test('has a door', () => {});"],
  ['names another statement', "// @covers 2.1\ntest('[2.1] has a door', () => {});"],
  ['stands below a test that names it', "test('[2.10] has a window', () => {});\n\ntest('has a door', () => {});"],
])('a test does not show a statement when it %s', async (_why, source) =>
  expect(await faultsWith(source, door)).toEqual([
    '2.10: the test "has a door" in test/shop.test.ts does not name the statement, by [2.10] or // @covers 2.10.',
  ]),
);

it.each([
  ['is skipped', "test.skip('[2.10] has a door', () => {});"],
  ['stands in a comment', "// test('[2.10] has a door', () => {});"],
  ['is only part of another title', "test('[2.10] has a door and a window', () => {});"],
  ['is a text elsewhere', "const title = '[2.10] has a door';"],
])('a test that %s is not there', async (_why, source) =>
  expect(await faultsWith(source, door)).toEqual(['2.10: test/shop.test.ts has no test "has a door" that runs.']),
);

it('a row must name a test in a file that exists, or say why there is none', async () => {
  expect(await faultsWith('', '')).toEqual(['2.10 names no test.']);
  expect(await faultsWith('', 'a door')).toEqual(['2.10: "a door" is not of the form `file`: title.']);
  expect(await faultsWith('', '`test/gone.test.ts`: has a door')).toEqual([
    '2.10: there is no file test/gone.test.ts.',
  ]);
  expect(await faultsWith('', 'none: says what the document is about')).toEqual([]);
});

it('a statement is listed once', async () => {
  const row = '| 2.10 | It has a door. | none: so |\n';
  expect(await faultsOf(root, row + row)).toEqual(['2.10 is listed twice.']);
  expect(await faultsOf(root, '# Coverage\n')).toEqual(['No statement is listed.']);
});

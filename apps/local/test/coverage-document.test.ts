import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const checker = new URL('../../../scripts/coverage-document.mjs', import.meta.url).href;
const { faultsOf, notRun } = (await import(checker)) as {
  faultsOf: (root: string, text: string) => Promise<string[]>;
  notRun: (root: string, suites: Suite[], text: string) => string[];
};

interface Suite {
  name: string;
  kind: string;
  folder: string;
  report: string;
}

interface JestResult {
  ancestorTitles: string[];
  title: string;
  status: string;
}

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'coverage-document-'));
  await mkdir(path.join(root, 'test'));
});
afterEach(() => rm(root, { recursive: true }));

/** A document with one statement. */
const documentWith = (...items: string[]) =>
  `### 2.10\n\nIt has a door.\n\n${items.map((item) => `- ${item}\n`).join('')}`;

/** The errors of a document with one statement, when the test file has this text. */
async function faultsWith(source: string, ...items: string[]): Promise<string[]> {
  await writeFile(path.join(root, 'test', 'shop.test.ts'), source);
  return faultsOf(root, documentWith(...items));
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

it('a statement must name a test in a file that exists, or say why there is none', async () => {
  expect(await faultsWith('')).toEqual(['2.10 names no test.']);
  expect(await faultsWith('', 'a door')).toEqual(['2.10: "a door" is not of the form `file`: title.']);
  expect(await faultsWith('', '`test/gone.test.ts`: has a door')).toEqual([
    '2.10: there is no file test/gone.test.ts.',
  ]);
  expect(await faultsWith('', 'none: says what the document is about')).toEqual([]);
});

it('a statement is listed once', async () => {
  const once = documentWith('none: so');
  expect(await faultsOf(root, once + once)).toEqual(['2.10 is listed twice.']);
  expect(await faultsOf(root, '# Coverage\n')).toEqual(['No statement is listed.']);
});

describe('after a run', () => {
  const inShop = '`shop/test/shop.test.ts`: has a door';

  /** The faults of a document of one row, after a run whose report of one suite has this content. */
  const faultsAfter = async (kind: string, content: unknown, named: string) => {
    const report = path.join(root, 'report.json');
    await writeFile(report, JSON.stringify(content));
    return notRun(root, [{ name: 'shop', kind, folder: path.join(root, 'shop'), report }], documentWith(named));
  };
  const faultsAfterJest = (result: Partial<JestResult>, named = inShop) => {
    const assertionResults = [{ ancestorTitles: [], title: '[2.10] has a door', status: 'passed', ...result }];
    const name = path.join(root, 'shop/test/shop.test.ts');
    return faultsAfter('jest', { testResults: [{ name, assertionResults }] }, named);
  };

  it.each<[string, Partial<JestResult>]>([
    ['passed', {}],
    ['failed', { status: 'failed' }],
    ['is a group with a test that passed', { ancestorTitles: ['[2.10] has a door'], title: 'opens' }],
  ])('a test counts that %s', async (_how, result) => expect(await faultsAfterJest(result)).toEqual([]));

  it.each<[string, Partial<JestResult>]>([
    ['was skipped', { status: 'pending' }],
    ['is a group that was skipped', { ancestorTitles: ['has a door'], title: 'opens', status: 'pending' }],
    ['is not in the report', { title: '[2.10] has a window' }],
  ])('a test does not count that %s', async (_why, result) =>
    expect(await faultsAfterJest(result)).toEqual([
      '2.10: the test "has a door" in shop/test/shop.test.ts did not run.',
    ]),
  );

  it('a title may hold placeholders, which stand for the values in the report', async () =>
    expect(
      await faultsAfterJest(
        { title: '[2.10] a door (blue) at "side" is 2 m' },
        '`shop/test/shop.test.ts`: a door (%s) at %j is ${height} m',
      ),
    ).toEqual([]));

  it.each([
    ['passed', 'expected', []],
    ['was skipped', 'skipped', ['2.10: the test "has a door" in shop/src/shop.test.ts did not run.']],
  ])('a journey that %s', async (_how, status, faults) => {
    const specs = [{ file: 'shop.test.ts', title: '[2.10] has a door', tests: [{ status }] }];
    const content = { config: { rootDir: path.join(root, 'shop/src') }, suites: [{ title: 'shop.test.ts', specs }] };
    expect(await faultsAfter('playwright', content, '`shop/src/shop.test.ts`: has a door')).toEqual(faults);
  });

  it('a suite without a report is left to the counts of the run', () => {
    const suite = { name: 'shop', kind: 'jest', folder: path.join(root, 'shop'), report: path.join(root, 'none') };
    expect(notRun(root, [suite], documentWith(inShop))).toEqual([]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const checker = new URL('../coverage-document.mjs', import.meta.url).href;
const { documentErrors, missingRunErrors } = (await import(checker)) as {
  documentErrors: (root: string, text: string) => Promise<string[]>;
  missingRunErrors: (root: string, suites: Suite[], text: string) => string[];
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
async function errorsWith(source: string, ...items: string[]): Promise<string[]> {
  await writeFile(path.join(root, 'test', 'shop.test.ts'), source);
  return documentErrors(root, documentWith(...items));
}

const door = '`test/shop.test.ts`: has a door';

it.each([
  ['its title', "test('[2.10] has a door', () => {});"],
  ['one of several ids in its title', "it('[1.shell.3] [2.10] has a door', async () => {});"],
  ['a tag', "// @covers 2.10\ntest('has a door', () => {});"],
  ['one of several ids of a tag', "// Opens inwards.\n// @covers 1.1 2.10 9.8\nit.each([1])('has a door', () => {});"],
  ['the title of a group', "describe('[2.10] has a door', () => { it('opens', () => {}); });"],
])('a statement is covered by a test that refers to it in %s', async (_where, source) =>
  expect(await errorsWith(source, door)).toEqual([]),
);

it('a title may contain an expression', async () =>
  expect(
    await errorsWith('test(`[2.10] has a ${kind} door`, () => {});', '`test/shop.test.ts`: has a ${kind} door'),
  ).toEqual([]));

it.each([
  ['refers to no statement', "test('has a door', () => {});"],
  ['refers to a different statement', "// @covers 2.1\ntest('[2.1] has a door', () => {});"],
  ['is below a test that refers to it', "test('[2.10] has a window', () => {});\n\ntest('has a door', () => {});"],
])('a statement is not covered by a test that %s', async (_why, source) =>
  expect(await errorsWith(source, door)).toEqual([
    '2.10: the test "has a door" in test/shop.test.ts does not refer to the statement, with [2.10] or // @covers 2.10.',
  ]),
);

it.each([
  ['is skipped', "test.skip('[2.10] has a door', () => {});"],
  ['is in a comment', "// test('[2.10] has a door', () => {});"],
  ['is only a part of a different title', "test('[2.10] has a door and a window', () => {});"],
  ['is a string elsewhere', "const title = '[2.10] has a door';"],
])('a test that %s does not count', async (_why, source) =>
  expect(await errorsWith(source, door)).toEqual(['2.10: test/shop.test.ts has no test "has a door" that runs.']),
);

it('a statement must list an existing test, or say why it has none', async () => {
  expect(await errorsWith('')).toEqual(['2.10 lists no test.']);
  expect(await errorsWith('', 'a door')).toEqual(['2.10: "a door" does not have the form `file`: title.']);
  expect(await errorsWith('', '`test/gone.test.ts`: has a door')).toEqual([
    '2.10: the file test/gone.test.ts does not exist.',
  ]);
  expect(await errorsWith('', 'none: says what the document is about')).toEqual([]);
});

it('a statement is listed only once', async () => {
  const once = documentWith('none: so');
  expect(await documentErrors(root, once + once)).toEqual(['2.10 is listed twice.']);
  expect(await documentErrors(root, '# Coverage\n')).toEqual(['The document lists no statements.']);
});

describe('after a run', () => {
  const inShop = '`shop/test/shop.test.ts`: has a door';

  /** The errors of a document with one statement, after a run with this report of one suite. */
  const errorsAfter = async (kind: string, content: unknown, named: string) => {
    const report = path.join(root, 'report.json');
    await writeFile(report, JSON.stringify(content));
    return missingRunErrors(
      root,
      [{ name: 'shop', kind, folder: path.join(root, 'shop'), report }],
      documentWith(named),
    );
  };
  const errorsAfterJest = (result: Partial<JestResult>, named = inShop) => {
    const assertionResults = [{ ancestorTitles: [], title: '[2.10] has a door', status: 'passed', ...result }];
    const name = path.join(root, 'shop/test/shop.test.ts');
    return errorsAfter('jest', { testResults: [{ name, assertionResults }] }, named);
  };

  it.each<[string, Partial<JestResult>]>([
    ['passed', {}],
    ['failed', { status: 'failed' }],
    ['is a group with a test that passed', { ancestorTitles: ['[2.10] has a door'], title: 'opens' }],
  ])('a test counts if it %s', async (_how, result) => expect(await errorsAfterJest(result)).toEqual([]));

  it.each<[string, Partial<JestResult>]>([
    ['was skipped', { status: 'pending' }],
    ['is a group that was skipped', { ancestorTitles: ['has a door'], title: 'opens', status: 'pending' }],
    ['is not in the report', { title: '[2.10] has a window' }],
  ])('a test does not count if it %s', async (_why, result) =>
    expect(await errorsAfterJest(result)).toEqual([
      '2.10: the test "has a door" in shop/test/shop.test.ts did not run.',
    ]),
  );

  it('placeholders in a title match the values in the report', async () =>
    expect(
      await errorsAfterJest(
        { title: '[2.10] a door (blue) at "side" is 2 m' },
        '`shop/test/shop.test.ts`: a door (%s) at %j is ${height} m',
      ),
    ).toEqual([]));

  it.each([
    ['passed', 'expected', []],
    ['was skipped', 'skipped', ['2.10: the test "has a door" in shop/src/shop.test.ts did not run.']],
  ])('a browser test that %s', async (_how, status, errors) => {
    const specs = [{ file: 'shop.test.ts', title: '[2.10] has a door', tests: [{ status }] }];
    const content = { config: { rootDir: path.join(root, 'shop/src') }, suites: [{ title: 'shop.test.ts', specs }] };
    expect(await errorsAfter('playwright', content, '`shop/src/shop.test.ts`: has a door')).toEqual(errors);
  });

  it('a suite without a report is ignored', () => {
    const suite = { name: 'shop', kind: 'jest', folder: path.join(root, 'shop'), report: path.join(root, 'none') };
    expect(missingRunErrors(root, [suite], documentWith(inShop))).toEqual([]);
  });
});

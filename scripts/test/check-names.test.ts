const { nameErrors } = (await import(new URL('../check-names.mjs', import.meta.url).href)) as {
  nameErrors: (file: string, text: string) => string[];
};

const source = 'apps/auth-api/src/example.ts';
const schemas = 'packages/contract/src/example.schemas.ts';

it('a file name with a banned word is reported with the word to use', () =>
  expect(nameErrors('apps/portal/src/tell-user.css', '')).toEqual([
    'apps/portal/src/tell-user.css apps/portal/src/tell-user.css: use notify, log, return instead of "tell" (docs/glossary.md)',
  ]));

it('a declared name with a banned word is reported with its line', () =>
  expect(nameErrors(source, '\nconst firstPerson = 1;')).toEqual([
    `${source}:2 firstPerson: use user instead of "person" (docs/glossary.md)`,
  ]));

it.each([
  ['a variable', 'const heldJobs = [];'],
  ['a constant in capitals', 'const HELD_JOBS = [];'],
  ['a parameter', 'const count = (heldJobs: string[]) => heldJobs.length;'],
  ['a name from a destructured object', 'const { heldJobs } = queue;'],
  ['a function', 'function heldJobs() {}'],
  ['a type', 'interface HeldJobs {}'],
  ['a member of a type', 'interface Queue { heldJobs: number }'],
  ['a method of a class', 'class Queue { heldJobs() {} }'],
  ['words that are banned in this order', 'const isLockedOut = true;'],
])('%s with a banned word is reported', (_kind, text) => expect(nameErrors(source, text)).toHaveLength(1));

it.each([
  ['a name of a library', "import { heldJobs } from 'library';\nheldJobs(library.heldJobs);"],
  ['an option of a library', 'library.start({ heldJobs: 1 });'],
  ['a longer word that contains a banned one', 'const facts = []; const upheldJobs = [];'],
  ['banned words in a different order', 'const outLock = 1;'],
  ['a text', "const message = 'held';"],
])('%s is not reported', (_kind, text) => expect(nameErrors(source, text)).toEqual([]));

it('a word that only one folder has replaced is reported there', () => {
  const text = 'const ownerChange = 1;';
  expect(nameErrors('apps/portal/src/example.ts', text)).toEqual([
    'apps/portal/src/example.ts:1 ownerChange: use transfer instead of "owner change" (docs/glossary.md)',
  ]);
  expect(nameErrors(source, text)).toEqual([]);
});

it('a field of a request or response is reported', () => {
  expect(nameErrors(schemas, 'const User = z.object({ isHeld: z.boolean() });')).toHaveLength(1);
  expect(nameErrors(schemas, 'interface User { isHeld: boolean }')).toHaveLength(1);
});

it('a field that clients already use is only allowed as a field of the contract', () => {
  expect(nameErrors(schemas, 'const User = z.object({ lockOut: z.boolean() });')).toEqual([]);
  expect(nameErrors(schemas, 'const lockOut = z.boolean();')).toHaveLength(1);
  expect(nameErrors(source, 'interface User { lockOut: boolean }')).toHaveLength(1);
});

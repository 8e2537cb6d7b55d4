#!/usr/bin/env node
// docs/coverage.md says for each statement of the specification which tests show it:
//   ### 1.shell.3
//
//   The statement.
//
//   - `apps/portal/test/app/shell.test.tsx`: title of the test
// with one list item for each test, or `- none: why` where there is nothing to show. This script checks that every test named
// exists and runs, and that the test names the statement: by `[1.shell.3]` in its title, or in a comment
//   // @covers 1.shell.3 9.10
// directly above the test. The title in the document may leave out the ids at the front of the title in the source.
// After a run, `npm test` also compares the document with the reports of the suites: a test that did not run proves nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testsThatRan } from './counts.mjs';

const heading = /^### (\d+(?:\.[a-z0-9-]+)+)$/;
const test = /`([^`]+)`:\s*(.+)/;
const idsAtFront = /^(\[[^\]]+\]\s+)+/;
const words = new Set(['test', 'it', 'describe']);
const modifiers = new Set(['each', 'describe', 'serial']);

/** The faults of the document, a sentence each. */
export async function faultsOf(root, text) {
  const testsOf = await reader(root);
  const faults = [];
  const seen = new Set();
  for (const { id, named } of statementsOf(text)) {
    if (seen.has(id)) faults.push(`${id} is listed twice.`);
    seen.add(id);
    if (named?.length === 0) faults.push(`${id} names no test.`);
    for (const part of named ?? []) faults.push(...faultsOfTest(testsOf, id, part));
  }
  if (seen.size === 0) faults.push('No statement is listed.');
  return faults;
}

/** The statements, each with the tests that it names, or with none where it says why there is nothing to show. */
function statementsOf(text) {
  const statements = [];
  for (const line of text.split('\n')) {
    const [, id] = heading.exec(line) ?? [];
    if (id !== undefined) statements.push({ id, named: [] });
    else if (line.startsWith('- none: ')) delete statements.at(-1)?.named;
    else if (line.startsWith('- ')) statements.at(-1)?.named?.push(line.slice(2));
  }
  return statements;
}

/** The tests named in the document that did not run, by the reports of the suites. A suite without a report counts elsewhere. */
export function notRun(root, suites, text) {
  const ran = testsThatRan(root, suites);
  const reported = suites
    .filter(({ report }) => existsSync(report))
    .map(({ folder }) => `${path.relative(root, folder)}/`);
  return statementsOf(text).flatMap(({ id, named = [] }) =>
    named.flatMap((part) => {
      const [, file, title] = test.exec(part.trim()) ?? [];
      if (!reported.some((folder) => file?.startsWith(folder))) return [];
      const pattern = asRun(withoutIds(title));
      const found = (ran.get(file) ?? []).some((titles) => titles.some((each) => pattern.test(withoutIds(each))));
      return found ? [] : [`${id}: the test "${title.trim()}" in ${file} did not run.`];
    }),
  );
}

/** Matches the title of a test in a report, where values stand for `%s`, `$name` and `${expression}` of the source. */
const asRun = (title) =>
  new RegExp(
    `^${title
      .split(/\$\{[^}]*\}|%[a-z#$]|\$[\w.]+/i)
      .map(escaped)
      .join('.*')}$`,
    's',
  );

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function faultsOfTest(testsOf, id, part) {
  const [, file, title] = test.exec(part.trim()) ?? [];
  if (file === undefined) return [`${id}: "${part.trim()}" is not of the form \`file\`: title.`];
  const tests = testsOf(file);
  if (tests === undefined) return [`${id}: there is no file ${file}.`];
  const plain = withoutIds(title);
  const found = tests.filter((candidate) => withoutIds(candidate.title) === plain);
  if (found.length === 0) return [`${id}: ${file} has no test "${plain}" that runs.`];
  if (found.some(({ ids }) => ids.has(id))) return [];
  return [`${id}: the test "${plain}" in ${file} does not name the statement, by [${id}] or // @covers ${id}.`];
}

const withoutIds = (title) => title.trim().replace(idsAtFront, '');

/** Gives the tests and groups of tests of a file, each with its title and the statements that it names. */
async function reader(root) {
  // `npm test` imports this file before it installs the packages.
  const { default: ts } = await import('typescript');
  const known = new Map();
  return (file) => {
    if (!known.has(file)) {
      const location = path.join(root, file);
      known.set(file, existsSync(location) ? testsIn(ts, file, readFileSync(location, 'utf8')) : undefined);
    }
    return known.get(file);
  };
}

function testsIn(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const tests = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(ts, node.expression)) {
      const title = titleOf(ts, node.arguments[0]);
      if (title !== undefined) tests.push({ title, ids: new Set([...idsIn(title), ...tagsOf(ts, text, node)]) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tests;
}

/** Whether a call of this is a test or a group of them that runs: `test`, `it.each([...])`, but not `test.skip`. */
function isTest(ts, called) {
  if (ts.isIdentifier(called)) return words.has(called.text);
  if (ts.isPropertyAccessExpression(called)) return modifiers.has(called.name.text) && isTest(ts, called.expression);
  if (ts.isCallExpression(called)) return isEach(ts, called.expression);
  if (ts.isTaggedTemplateExpression(called)) return isEach(ts, called.tag);
  return false;
}

const isEach = (ts, called) =>
  ts.isPropertyAccessExpression(called) && called.name.text === 'each' && isTest(ts, called.expression);

function titleOf(ts, argument) {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : undefined;
}

const idsIn = (title) => [...title.matchAll(/\[([^\]]+)\]/g)].map(([, id]) => id);

function tagsOf(ts, text, call) {
  let statement = call;
  while (statement.parent !== undefined && !ts.isStatement(statement)) statement = statement.parent;
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) => {
    const [, ids] = /^\/\/ @covers (.+)$/.exec(text.slice(pos, end)) ?? [];
    return ids === undefined ? [] : ids.trim().split(/\s+/);
  });
}

const documentOf = (root) => path.join(root, 'docs', 'coverage.md');

/** Checks the document, says what is wrong with it, and answers whether it holds. */
export async function checkCoverage(root) {
  const file = documentOf(root);
  return report(
    existsSync(file) ? await faultsOf(root, readFileSync(file, 'utf8')) : ['There is no docs/coverage.md.'],
  );
}

/** Checks after a run that the tests in the document ran, says which did not, and answers whether all did. */
export function checkThatTestsRan(root, suites) {
  const file = documentOf(root);
  return report(existsSync(file) ? notRun(root, suites, readFileSync(file, 'utf8')) : []);
}

function report(faults) {
  for (const fault of faults) process.stderr.write(`docs/coverage.md: ${fault}\n`);
  return faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit((await checkCoverage(fileURLToPath(new URL('..', import.meta.url)))) ? 0 : 1);
}

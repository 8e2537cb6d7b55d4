#!/usr/bin/env node
// Checks docs/coverage.md, which lists the tests of each statement of the specification:
//   ### 1.shell.3
//
//   The statement.
//
//   - `apps/portal/test/app/shell.test.tsx`: title of the test
// with one list item per test, or `- none: reason` if the statement needs no test. The script checks that every listed test
// exists, is not skipped and refers to the statement: with `[1.shell.3]` in its title, or in a comment
//   // @covers 1.shell.3 9.10
// directly above the test. The title in the document may omit the ids at the start of the title in the source.
// After a run, `npm test` also compares the document with the test reports, because a test that did not run proves nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { executedTests } from './test-reports.mjs';

const heading = /^### (\d+(?:\.[a-z0-9-]+)+)$/;
const testItem = /`([^`]+)`:\s*(.+)/;
const leadingIds = /^(\[[^\]]+\]\s+)+/;
const testFunctions = new Set(['test', 'it', 'describe']);
const modifiers = new Set(['each', 'describe', 'serial']);

/** A sentence for each statement of docs/coverage.md that lacks its test, or names one that does not exist. */
export async function documentErrors(root, text) {
  const testsOf = await createTestReader(root);
  const errors = [];
  const seen = new Set();
  for (const { id, items } of statementsOf(text)) {
    if (seen.has(id)) errors.push(`${id} is listed twice.`);
    seen.add(id);
    if (items?.length === 0) errors.push(`${id} lists no test.`);
    for (const item of items ?? []) errors.push(...itemErrors(testsOf, id, item));
  }
  if (seen.size === 0) errors.push('The document lists no statements.');
  return errors;
}

/** The statements with their list items. A statement that needs no test has no `items`. */
function statementsOf(text) {
  const statements = [];
  for (const line of text.split('\n')) {
    const [, id] = heading.exec(line) ?? [];
    if (id !== undefined) statements.push({ id, items: [] });
    else if (line.startsWith('- none: ')) delete statements.at(-1)?.items;
    else if (line.startsWith('- ')) statements.at(-1)?.items?.push(line.slice(2));
  }
  return statements;
}

/** An error for each listed test that did not run, according to the test reports. Suites without a report are ignored here. */
export function missingRunErrors(root, suites, text) {
  const executed = executedTests(root, suites);
  const reportedFolders = suites
    .filter(({ report }) => existsSync(report))
    .map(({ folder }) => `${path.relative(root, folder)}/`);
  return statementsOf(text).flatMap(({ id, items = [] }) =>
    items.flatMap((item) => {
      const [, file, title] = testItem.exec(item.trim()) ?? [];
      if (!reportedFolders.some((folder) => file?.startsWith(folder))) return [];
      const pattern = titlePattern(withoutIds(title));
      const hasRun = (executed.get(file) ?? []).some((titles) => titles.some((each) => pattern.test(withoutIds(each))));
      return hasRun ? [] : [`${id}: the test "${title.trim()}" in ${file} did not run.`];
    }),
  );
}

/** Matches the title in a report, which has values in place of `%s`, `$name` and `${expression}`. */
const titlePattern = (title) =>
  new RegExp(
    `^${title
      .split(/\$\{[^}]*\}|%[a-z#$]|\$[\w.]+/i)
      .map(escapeRegExp)
      .join('.*')}$`,
    's',
  );

const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function itemErrors(testsOf, id, item) {
  const [, file, title] = testItem.exec(item.trim()) ?? [];
  if (file === undefined) return [`${id}: "${item.trim()}" does not have the form \`file\`: title.`];
  const tests = testsOf(file);
  if (tests === undefined) return [`${id}: the file ${file} does not exist.`];
  const plainTitle = withoutIds(title);
  const matches = tests.filter((candidate) => withoutIds(candidate.title) === plainTitle);
  if (matches.length === 0) return [`${id}: ${file} has no test "${plainTitle}" that runs.`];
  if (matches.some(({ ids }) => ids.has(id))) return [];
  return [
    `${id}: the test "${plainTitle}" in ${file} does not refer to the statement, with [${id}] or // @covers ${id}.`,
  ];
}

const withoutIds = (title) => title.trim().replace(leadingIds, '');

/** Creates a function that returns the tests and groups of a file, each with its title and statement ids. */
async function createTestReader(root) {
  // `npm test` imports this file before packages are installed.
  const { default: ts } = await import('typescript');
  const cache = new Map();
  return (file) => {
    if (!cache.has(file)) {
      const location = path.join(root, file);
      cache.set(file, existsSync(location) ? testsIn(ts, file, readFileSync(location, 'utf8')) : undefined);
    }
    return cache.get(file);
  };
}

function testsIn(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const tests = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(ts, node.expression)) {
      const title = titleOf(ts, node.arguments[0]);
      if (title !== undefined) tests.push({ title, ids: new Set([...idsIn(title), ...taggedIds(ts, text, node)]) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tests;
}

/** Whether a callee defines a test or group that runs: `test`, `it.each([...])`, but not `test.skip`. */
function isTest(ts, callee) {
  if (ts.isIdentifier(callee)) return testFunctions.has(callee.text);
  if (ts.isPropertyAccessExpression(callee)) return modifiers.has(callee.name.text) && isTest(ts, callee.expression);
  if (ts.isCallExpression(callee)) return isEach(ts, callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return isEach(ts, callee.tag);
  return false;
}

const isEach = (ts, callee) =>
  ts.isPropertyAccessExpression(callee) && callee.name.text === 'each' && isTest(ts, callee.expression);

function titleOf(ts, argument) {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : undefined;
}

const idsIn = (title) => [...title.matchAll(/\[([^\]]+)\]/g)].map(([, id]) => id);

function taggedIds(ts, text, call) {
  let statement = call;
  while (statement.parent !== undefined && !ts.isStatement(statement)) statement = statement.parent;
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) => {
    const [, ids] = /^\/\/ @covers (.+)$/.exec(text.slice(pos, end)) ?? [];
    return ids === undefined ? [] : ids.trim().split(/\s+/);
  });
}

const documentPath = (root) => path.join(root, 'docs', 'coverage.md');

/** Checks the document, prints its errors and returns whether there are none. */
export async function checkCoverage(root) {
  const file = documentPath(root);
  return report(
    existsSync(file) ? await documentErrors(root, readFileSync(file, 'utf8')) : ['docs/coverage.md does not exist.'],
  );
}

/** Checks after a run that the listed tests ran, prints those that did not and returns whether all did. */
export function checkTestsRan(root, suites) {
  const file = documentPath(root);
  return report(existsSync(file) ? missingRunErrors(root, suites, readFileSync(file, 'utf8')) : []);
}

function report(errors) {
  for (const error of errors) process.stderr.write(`docs/coverage.md: ${error}\n`);
  return errors.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit((await checkCoverage(fileURLToPath(new URL('..', import.meta.url)))) ? 0 : 1);
}

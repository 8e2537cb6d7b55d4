import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Every package with tests, and where its counts are. */
export function suitesOf(root) {
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
  );
  return folders.flatMap((folder) => {
    const manifest = path.join(folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { name, scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (scripts.test) return [{ name, folder, kind: 'jest', report: path.join(folder, '.reports', 'jest.json') }];
    if (scripts.e2e)
      return [{ name, folder, kind: 'playwright', report: path.join(folder, '.reports', 'playwright.json') }];
    return [];
  });
}

/** So that no counts of an earlier run are taken for this one's. */
export function forgetCounts(suites) {
  for (const { report } of suites) rmSync(report, { force: true });
}

/** What a suite's report says; a suite without a report, or without tests, did not run and counts as a failure. */
export function countsOf({ name, kind, report }) {
  if (!existsSync(report)) return { passed: 0, failed: 1, why: `${name} left no report: it did not run.` };
  const counts = (kind === 'jest' ? ofJest : ofPlaywright)(JSON.parse(readFileSync(report, 'utf8')));
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, why: `${name} ran no test.` };
  return counts;
}

function ofJest({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests }) {
  const skipped = numPendingTests + numTodoTests;
  const why = skipped > 0 ? `${skipped} tests were skipped.` : undefined;
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites + skipped, why };
}

function ofPlaywright({ stats, errors }) {
  const why = stats.skipped > 0 ? `${stats.skipped} browser tests were skipped.` : undefined;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length, why };
}

/**
 * The tests that ran, passed or failed: for each file, by its path from the root, a list of titles per test, its own and
 * those of the groups around it.
 */
export function testsThatRan(root, suites) {
  const ran = new Map();
  const add = (file, titles) => ran.set(file, [...(ran.get(file) ?? []), titles]);
  for (const { kind, folder, report } of suites.filter(({ report }) => existsSync(report))) {
    const found = JSON.parse(readFileSync(report, 'utf8'));
    const inRoot = (file) => path.relative(root, path.resolve(folder, file)).split(path.sep).join('/');
    if (kind === 'jest') addOfJest(found, (file, titles) => add(inRoot(file), titles));
    else addOfPlaywright(found, (file, titles) => add(inRoot(path.resolve(found.config.rootDir, file)), titles));
  }
  return ran;
}

function addOfJest({ testResults }, add) {
  for (const { name, assertionResults } of testResults) {
    for (const { status, title, ancestorTitles } of assertionResults) {
      if (status === 'passed' || status === 'failed') add(name, [...ancestorTitles, title]);
    }
  }
}

function addOfPlaywright({ suites, ...group }, add, around = []) {
  const titles = group.title === undefined ? around : [...around, group.title];
  for (const { file, title, tests } of group.specs ?? []) {
    if (tests.some(({ status }) => status !== 'skipped')) add(file, [...titles, title]);
  }
  for (const inner of suites ?? []) addOfPlaywright(inner, add, titles);
}

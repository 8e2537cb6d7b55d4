import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Every package with tests, and the path of its report. */
export function suitesOf(root) {
  const grouped = ['apps', 'packages'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
  );
  const folders = [...grouped, path.join(root, 'deploy'), path.join(root, 'scripts')];
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

/** Deletes the reports of earlier runs. */
export function deleteReports(suites) {
  for (const { report } of suites) rmSync(report, { force: true });
}

/** The counts of a suite's report. A suite without a report or without tests counts as a failure. */
export function countsOf({ name, kind, report }) {
  if (!existsSync(report)) return { passed: 0, failed: 1, reason: `${name} has no report. Did it run?` };
  const counts = (kind === 'jest' ? jestCounts : playwrightCounts)(JSON.parse(readFileSync(report, 'utf8')));
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, reason: `${name} ran no tests.` };
  return counts;
}

function jestCounts(report) {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = report;
  const skipped = numPendingTests + numTodoTests;
  const flaky = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title]);
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites + skipped,
    reason: reasonOf(skipped > 0 && `${skipped} tests were skipped.`, flaky),
  };
}

function playwrightCounts({ suites, stats, errors }) {
  const flaky = [];
  forEachSpec(suites, ({ title, tests }, groupTitles) => {
    if (tests.some(({ status }) => status === 'flaky')) flaky.push([...groupTitles, title]);
  });
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    reason: reasonOf(stats.skipped > 0 && `${stats.skipped} browser tests were skipped.`, flaky),
  };
}

function reasonOf(skipped, flaky) {
  const reasons = flaky.map((titles) => `Passed only on the second attempt: ${titles.join(' › ')}`);
  return [...(skipped ? [skipped] : []), ...reasons].join(' ') || undefined;
}

/**
 * The tests that passed or failed, by file (relative to the root). Each test is a list of titles: those of its groups and its
 * own.
 */
export function executedTests(root, suites) {
  const tests = new Map();
  const add = (file, titles) => tests.set(file, [...(tests.get(file) ?? []), titles]);
  for (const { kind, folder, report } of suites.filter(({ report }) => existsSync(report))) {
    const content = JSON.parse(readFileSync(report, 'utf8'));
    const inRoot = (file) => path.relative(root, path.resolve(folder, file)).split(path.sep).join('/');
    if (kind === 'jest') addJestTests(content, (file, titles) => add(inRoot(file), titles));
    else addPlaywrightTests(content, (file, titles) => add(inRoot(path.resolve(content.config.rootDir, file)), titles));
  }
  return tests;
}

function addJestTests({ testResults }, add) {
  for (const { name, assertionResults } of testResults) {
    for (const { status, title, ancestorTitles } of assertionResults) {
      if (status === 'passed' || status === 'failed') add(name, [...ancestorTitles, title]);
    }
  }
}

function addPlaywrightTests({ suites }, add) {
  forEachSpec(suites, ({ file, title, tests }, groupTitles) => {
    if (tests.some(({ status }) => status !== 'skipped')) add(file, [...groupTitles, title]);
  });
}

/** Calls `visit` with each test of a Playwright report and the titles of its groups. */
function forEachSpec(suites, visit, parentTitles = []) {
  for (const suite of suites ?? []) {
    const titles = [...parentTitles, suite.title];
    for (const spec of suite.specs ?? []) visit(spec, titles);
    forEachSpec(suite.suites, visit, titles);
  }
}

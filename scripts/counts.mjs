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
    if (scripts.test) return [{ name, kind: 'jest', report: path.join(folder, '.reports', 'jest.json') }];
    if (scripts.e2e) return [{ name, kind: 'playwright', report: path.join(folder, '.reports', 'playwright.json') }];
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

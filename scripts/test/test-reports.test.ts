import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const reports = new URL('../test-reports.mjs', import.meta.url).href;
const { countsOf } = (await import(reports)) as {
  countsOf: (suite: { name: string; kind: string; report: string }) => object;
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'test-reports-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function countsOfReport(kind: 'jest' | 'playwright', content: object) {
  const report = path.join(folder, 'report.json');
  writeFileSync(report, JSON.stringify(content));
  return countsOf({ name: 'a suite', kind, report });
}

const jestReport = {
  numPassedTests: 2,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', ancestorTitles: ['a group'], title: 'is steady', invocations: 1 },
        { status: 'passed', ancestorTitles: ['a group'], title: 'is flaky', invocations: 2 },
      ],
    },
  ],
};

const playwrightReport = {
  suites: [
    {
      title: 'a group',
      specs: [
        { title: 'is steady', tests: [{ status: 'expected' }] },
        { title: 'is flaky', tests: [{ status: 'flaky' }] },
      ],
    },
  ],
  stats: { expected: 1, flaky: 1, skipped: 0, unexpected: 0 },
  errors: [],
};

test.each([
  ['jest', jestReport],
  ['playwright', playwrightReport],
] as const)('a test that %s retried passes, and is named', (kind, content) => {
  expect(countsOfReport(kind, content)).toEqual({
    passed: 2,
    failed: 0,
    reason: 'Passed only on the second attempt: a group › is flaky',
  });
});

test('a test that was skipped counts as a failure', () => {
  const counts = countsOfReport('jest', { ...jestReport, numPassedTests: 1, numPendingTests: 1, testResults: [] });
  expect(counts).toEqual({ passed: 1, failed: 1, reason: '1 tests were skipped.' });
});

test('a suite without a report counts as a failure', () => {
  const counts = countsOf({ name: 'a suite', kind: 'jest', report: path.join(folder, 'missing.json') });
  expect(counts).toMatchObject({ passed: 0, failed: 1 });
});

#!/usr/bin/env node
// `npm test`: runs all checks: format, lint, types, every test suite and the browser tests. Works in a fresh clone. Continues
// after a failure, so that one run reports all of them, and prints the total counts.
import path from 'node:path';
import { getBrowser, versionOf } from './browser.mjs';
import { getPython } from './python.mjs';
import { countsOf, deleteReports, suitesOf } from './test-reports.mjs';
import { checkCoverage, checkTestsRan } from './coverage-document.mjs';
import { prepare, root } from './prepare.mjs';
import { run } from './run.mjs';
import { turbo } from './turbo.mjs';

await prepare();
// Before the suites and the browser, so that only one process installs packages at a time. The tests that need Python report its lack.
try {
  getPython();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
}
// Start early: only the browser tests need it, and a download takes time.
const browser = getBrowser(root).then(
  (chromium) => ({ chromium }),
  ({ message }) => {
    process.stderr.write(`${message}\n`);
    return undefined;
  },
);
const suites = suitesOf(root);
deleteReports(suites);

const failed = [];
const api = '@portal/auth-api';
const runTasks = (names, options) => succeeds(turbo(root, [...names, '--continue'], options));
const others = suites.filter(({ name, kind }) => kind === 'jest' && name !== api);

await Promise.all([
  step('build', () => runTasks(['build'])),
  step('format', () => succeeds(run(path.join(root, 'node_modules', '.bin', 'oxfmt'), ['--check'], { cwd: root }))),
  step('coverage document', () => checkCoverage(root)),
]);
await step('test suites except the API’s', () => runTasks(others.map(({ name }) => `${name}#test`)));
await step('API tests', () => runTasks([`${api}#test`]));
// Lint and types have a low priority and fill the time in which the browser tests wait. One run of Turborepo, because each run
// restores the generated files from the cache.
await step('browser tests, lint and types', async () => {
  const checks = ['lint', 'lint:imports', 'lint:names', 'typecheck'];
  const result = await browser;
  if (result === undefined) {
    process.stderr.write('The browser tests need Chromium; see the error above.\n');
    await runTasks(checks);
    return false;
  }
  const { chromium } = result;
  const env = { ...(chromium && { CHROMIUM_PATH: chromium }), CHROMIUM_VERSION: await versionOf(chromium) };
  return await runTasks(['@portal/e2e#e2e', ...checks], { env });
});
await step('the tests in the coverage document ran', () => checkTestsRan(root, suites));

const counts = suites.map((suite) => ({ suite, ...countsOf(suite) }));
process.stdout.write('\n');
for (const { suite, passed, failed, reason } of counts) {
  process.stdout.write(
    `  ${suite.name.padEnd(24)} ${passed} passed, ${failed} failed${reason ? ` (${reason})` : ''}\n`,
  );
}
for (const title of failed) process.stdout.write(`  ✗ ${title}\n`);
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`tests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exit(sum('failed') === 0 && failed.length === 0 ? 0 : 1);

async function step(title, work) {
  const startedAt = performance.now();
  process.stdout.write(`\n▶ ${title}\n`);
  if (!(await work())) failed.push(title);
  process.stdout.write(`  ${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

async function succeeds(command) {
  return (await command).code === 0;
}

#!/usr/bin/env node
// `npm test`: everything that must hold, from a fresh clone: format, lint, types, every suite, the browser's journeys.
// It goes on after a failure, so that one run tells all of them, and ends with the true counts.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { getBrowser, versionOf } from './browser.mjs';
import { countsOf, forgetCounts, suitesOf } from './counts.mjs';
import { checkCoverage, checkThatTestsRan } from './coverage-document.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { turbo } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
// Only the journeys need it, and it is mostly waited for.
const browser = getBrowser(root).then(
  (chromium) => ({ chromium }),
  ({ message }) => {
    process.stderr.write(`${message}\n`);
    return undefined;
  },
);
const suites = suitesOf(root);
forgetCounts(suites);

const failed = [];
const api = '@portal/auth-api';
const tasks = (names, options) => succeeds(turbo(root, [...names, '--continue'], options));
const others = suites.filter(({ name, kind }) => kind === 'jest' && name !== api);

await Promise.all([
  part('build', () => tasks(['build'])),
  part('format', () => succeeds(run(path.join(root, 'node_modules', '.bin', 'oxfmt'), ['--check'], { cwd: root }))),
  part('the coverage document', () => checkCoverage(root)),
]);
await part('the suites but the API’s', () => tasks(others.map(({ name }) => `${name}#test`)));
// The API's suite waits for much of its time; what gives way to it fills that. There is a place for each that can begin at
// once, so that the suite does not wait for one.
await part('the API, lint and types', () =>
  tasks([`${api}#test`, 'lint', 'lint:imports', 'lint:names', 'typecheck'], { concurrency: '300%' }),
);
await part('the journeys in the browser', async () => {
  const found = await browser;
  if (found === undefined) {
    process.stderr.write('They need a Chromium; what stands above tells why there is none.\n');
    return false;
  }
  const { chromium } = found;
  const env = { ...(chromium && { CHROMIUM_PATH: chromium }), CHROMIUM_VERSION: await versionOf(chromium) };
  return await succeeds(turbo(root, ['@portal/e2e#e2e'], { env }));
});
// Ratios are recorded of the machines that CI has; on others they may differ.
if (process.env.CI) await part('the API beside its floor', () => tasks([`${api}#bench:short`]));

await part('the tests of the coverage document ran', () => checkThatTestsRan(root, suites));

const counts = suites.map((suite) => ({ suite, ...countsOf(suite) }));
process.stdout.write('\n');
for (const { suite, passed, failed, why } of counts) {
  process.stdout.write(`  ${suite.name.padEnd(24)} ${passed} passed, ${failed} failed${why ? ` (${why})` : ''}\n`);
}
for (const title of failed) process.stdout.write(`  ✗ ${title}\n`);
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`tests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exit(sum('failed') === 0 && failed.length === 0 ? 0 : 1);

async function part(title, work) {
  const begun = performance.now();
  process.stdout.write(`\n▶ ${title}\n`);
  if (!(await work())) failed.push(title);
  process.stdout.write(`  ${title}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
}

async function succeeds(running) {
  return (await running).code === 0;
}

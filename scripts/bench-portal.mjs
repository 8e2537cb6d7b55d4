#!/usr/bin/env node
// `npm run bench:portal`: measures the built portal in a headless Chromium, with its own stack.
import path from 'node:path';
import { runPlaywright } from './browser.mjs';
import { exitWithUsage, parseOptions } from './parse-options.mjs';
import { prepare, root } from './prepare.mjs';
import { run } from './run.mjs';

const usage = `Usage: npm run bench:portal [-- [--runs <n>] [--record]]
Measures the size, paint and interaction times of the first pages with an empty cache, and prints the results with their
goals. Then measures long lists.
  --runs <n>  number of runs (default: 9); the goals apply to the median
  --record    write the first table to docs/performance.md`;

const { runs, record } = parseOptions(usage, {
  options: { runs: { type: 'string', default: '9' }, record: { type: 'boolean', default: false } },
}).values;
if (!(Number(runs) >= 1)) exitWithUsage('--runs must be a number of at least 1.', usage);
await prepare();
const env = { BENCH_RUNS: runs, BENCH_RECORD: record ? '1' : '0' };
const code = await runPlaywright(root, 'bench.config.ts', [], env);
if (code === 0 && record) {
  await run(path.join(root, 'node_modules', '.bin', 'oxfmt'), ['docs/performance.md'], { cwd: root });
}
process.exit(code);

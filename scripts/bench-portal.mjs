#!/usr/bin/env node
// `npm run bench:portal`: measures the built portal in a headless Chromium, with its own stack.
import path from 'node:path';
import { runPlaywright } from './browser.mjs';
import { exitWithUsage, parseOptions } from './parse-options.mjs';
import { prepare, root } from './prepare.mjs';
import { run } from './run.mjs';

const usage = `Usage: npm run bench:portal [-- [--runs <n>] [--record] [--lists]]
Measures the size, paint and interaction times of the first pages, with an empty and with a warm cache, for users with 7 and
with 70 workspaces, and prints the results with their goals. First with the API at a host of its own, then at the portal's.
  --runs <n>  number of runs (default: 9); the goals apply to the median
  --record    write the tables to docs/performance.md
  --lists     measure long lists instead`;

const { runs, record, lists } = parseOptions(usage, {
  options: {
    runs: { type: 'string', default: '9' },
    record: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
  },
}).values;
if (!(Number(runs) >= 1)) exitWithUsage('--runs must be a number of at least 1.', usage);
await prepare();
const measure = (args, env) =>
  runPlaywright(root, 'bench.config.ts', args, { BENCH_RUNS: runs, BENCH_RECORD: record ? '1' : '0', ...env });
let code = lists ? await measure(['long-lists']) : await measure(['portal.bench']);
if (!lists) code ||= await measure(['portal.bench'], { API_AT_PORTAL: 'true' });
if (code === 0 && record) {
  await run(path.join(root, 'node_modules', '.bin', 'oxfmt'), ['docs/performance.md'], { cwd: root });
}
process.exit(code);

#!/usr/bin/env node
// `npm run bench:portal`: how fast the built portal is in a headless Chromium, over a stack of its own.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkNode } from './node-version.mjs';
import { ensureBrowser } from './browser.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';

const usage = `Usage: npm run bench:portal [-- [--runs <n>] [--record]]
Measures the size of the first pages, when they are painted and how long an interaction takes, each time in a browser with
an empty cache, and prints the results with their goals. Then it measures long lists.
  --runs <n>  the number of runs, 9 by default; the median counts
  --record    writes the first table into docs/performance.md`;

const { runs, record } = words();
checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
const chromium = await ensureBrowser(root);
const bin = path.join(root, 'node_modules', '.bin');
const { code } = await run(path.join(bin, 'playwright'), ['test', '--config=bench.config.ts'], {
  cwd: path.join(root, 'apps', 'e2e'),
  env: { ...(chromium && { CHROMIUM_PATH: chromium }), BENCH_RUNS: runs, BENCH_RECORD: record ? '1' : '0' },
});
if (code === 0 && record) await run(path.join(bin, 'oxfmt'), ['docs/performance.md'], { cwd: root });
process.exit(code);

function words() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        runs: { type: 'string', default: '9' },
        record: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    if (Number(values.runs) >= 1) return values;
    return refuse('--runs takes a number.');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse(`${error.message.split('. ')[0]}.`);
  }
}

function refuse(why) {
  process.stderr.write(`${why}\n\n${usage}\n`);
  process.exit(2);
}

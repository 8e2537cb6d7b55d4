#!/usr/bin/env node
// `npm run screenshots`: pictures of every page in both themes, of a stack of its own, in docs/images/screenshots.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { ensureBrowser } from './browser.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
const chromium = await ensureBrowser(root);
const { code } = await run(
  path.join(root, 'node_modules', '.bin', 'playwright'),
  ['test', '--config=screenshots.config.ts', ...process.argv.slice(2)],
  { cwd: path.join(root, 'apps', 'e2e'), env: chromium ? { CHROMIUM_PATH: chromium } : {} },
);
if (code === 0) process.stdout.write('The pictures are in docs/images/screenshots.\n');
process.exit(code);

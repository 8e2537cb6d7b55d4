#!/usr/bin/env node
// `npm run screenshots`: pictures of every page in both themes, of a stack of its own, in docs/images/screenshots.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { ensureBrowser } from './browser.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';

/** Those that README.md shows; only they are kept in the repository. */
const shown = ['workspaces-light.png', 'workspaces-dark.png', 'tokens-light.png', 'tokens-dark.png'];

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
const chromium = await ensureBrowser(root);
const { code } = await run(
  path.join(root, 'node_modules', '.bin', 'playwright'),
  ['test', '--config=screenshots.config.ts', ...process.argv.slice(2)],
  { cwd: path.join(root, 'apps', 'e2e'), env: chromium ? { CHROMIUM_PATH: chromium } : {} },
);
if (code === 0) {
  const images = path.join(root, 'docs', 'images');
  for (const name of shown) copyFileSync(path.join(images, 'screenshots', name), path.join(images, name));
  process.stdout.write('The pictures are in docs/images/screenshots.\n');
}
process.exit(code);

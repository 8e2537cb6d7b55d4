#!/usr/bin/env node
// `npm run screenshots`: takes screenshots of every page in both themes into docs/images/screenshots, with its own stack and the demo's customer.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { ensureBrowser } from './browser.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';

/** The screenshots in README.md. Only these are committed. */
const readmeImages = ['workspaces', 'members', 'billing', 'activity', 'admin-user'].flatMap((name) => [
  `${name}-light.png`,
  `${name}-dark.png`,
]);

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
  for (const name of readmeImages) copyFileSync(path.join(images, 'screenshots', name), path.join(images, name));
  process.stdout.write('The screenshots are in docs/images/screenshots.\n');
}
process.exit(code);

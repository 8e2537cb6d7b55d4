#!/usr/bin/env node
// `npm run screenshots`: takes screenshots of every page in both themes into docs/images/screenshots, with its own stack and the demo's customer.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { runPlaywright } from './browser.mjs';
import { prepare, root } from './prepare.mjs';

/** The screenshots in README.md. Only these are committed. */
const readmeImages = ['workspaces', 'members', 'billing', 'activity', 'admin-user'].flatMap((name) => [
  `${name}-light.png`,
  `${name}-dark.png`,
]);

await prepare();
const code = await runPlaywright(root, 'screenshots.config.ts', process.argv.slice(2));
if (code === 0) {
  const images = path.join(root, 'docs', 'images');
  for (const name of readmeImages) copyFileSync(path.join(images, 'screenshots', name), path.join(images, name));
  process.stdout.write('The screenshots are in docs/images/screenshots.\n');
}
process.exit(code);

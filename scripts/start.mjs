#!/usr/bin/env node
// `npm start`: installs and builds what is missing or stale, then runs everything on this machine.
//   --watch    the same, with reload on change (npm run dev); prints reloads and errors
//   --verbose  prints everything that the services log
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode } from './node-version.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const { install } = await import('./install.mjs');
const { build } = await import('./turbo.mjs');

const wanted = new Set(process.argv.slice(2));
const unknown = [...wanted].find((option) => !['--watch', '--verbose'].includes(option));
if (unknown !== undefined) {
  process.stderr.write(`There is no option ${unknown}. There are --watch and --verbose.\n`);
  process.exit(1);
}

const watch = wanted.has('--watch');
await timed('Dependencies installed', () => install(root));
// With reload the portal is served from its sources.
await timed('Built', () => build(root, watch ? ['@portal/local', '@portal/auth-api'] : []));
const { start } = await import(pathToFileURL(path.join(root, 'apps/local/dist/start.js')).href);
process.exit(await start({ root, watch, verbose: wanted.has('--verbose') }));

async function timed(title, work) {
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  const time = took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`;
  process.stdout.write(`  ✓ ${title.padEnd(58)} ${time}\n`);
}

#!/usr/bin/env node
// `npm start`: installs and builds what is missing or outdated, then runs the local stack.
//   --watch    reload on changes (npm run dev); prints reloads and errors
//   --verbose  print the logs of all services
//   --demo     fill in a customer: a company with workspaces, members and invoices
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode } from './node-version.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const { install } = await import('./install.mjs');
const { build } = await import('./turbo.mjs');

const options = new Set(process.argv.slice(2));
const unknown = [...options].find((option) => !['--watch', '--verbose', '--demo'].includes(option));
if (unknown !== undefined) {
  process.stderr.write(`Unknown option ${unknown}. Options: --watch, --verbose, --demo.\n`);
  process.exit(1);
}

const watch = options.has('--watch');
await timed('Dependencies installed', () => install(root));
// In watch mode the portal is served from source.
await timed('Built', () => build(root, watch ? ['@portal/dev-stack', '@portal/auth-api'] : []));
const { start } = await import(pathToFileURL(path.join(root, 'apps/dev-stack/dist/start.js')).href);
process.exit(await start({ root, watch, verbose: options.has('--verbose'), demo: options.has('--demo') }));

async function timed(title, work) {
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const duration = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(`  ✓ ${title.padEnd(58)} ${duration}\n`);
}

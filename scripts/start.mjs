#!/usr/bin/env node
// `npm start` and `npm run dev`: install and build what is missing or outdated, then run the local stack.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode } from './node-version.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const { install } = await import('./install.mjs');
const { parseOptions } = await import('./parse-options.mjs');
const { build } = await import('./turbo.mjs');

const { watch, verbose, demo } = parseOptions(
  `Usage: npm start [-- [--demo] [--watch] [--verbose]]
Installs and builds what is missing or outdated. Then runs PostgreSQL, the API, the portal, and emulators of Auth0, Stripe, PostHog, a
mail server and two platform instances, until Ctrl-C stops them.
  --demo     fill in a customer: a company with workspaces, members, invoices and activity
  --watch    reload on changes (\`npm run dev\`), and print reloads and errors
  --verbose  print the logs of all services
  --help     print this text

Settings, as environment variables:
  PORT_OFFSET            added to every port, so that several stacks run at the same time (default: 0)
  DATA_DIR               where all data is stored (default: .local)
  PORTAL_DATABASE_URL    a PostgreSQL of your own (default: an embedded one)
  RATE_LIMIT_MULTIPLIER  a factor on every rate limit (default: 1)
README.md lists the others, which set single ports.`,
  {
    options: {
      demo: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  },
).values;

await timed('Dependencies installed', () => install(root));
// In watch mode the portal is served from source.
await timed('Built', () => build(root, watch ? ['@portal/dev-stack', '@portal/auth-api'] : []));
const { start } = await import(pathToFileURL(path.join(root, 'apps/dev-stack/dist/start.js')).href);
process.exit(await start({ root, watch, verbose, demo }));

async function timed(title, work) {
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const duration = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(`  ✓ ${title.padEnd(58)} ${duration}\n`);
}

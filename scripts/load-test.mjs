#!/usr/bin/env node
// `npm run soak`, `npm run capacity` and `npm run bench…`: build the production bundles and measure them.
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { build } from './turbo.mjs';

const [command, ...args] = process.argv.slice(2);
checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
await build(root, ['@portal/auth-api', '@portal/dev-stack']);
const { code } = await run('npm', ['run', '--silent', command, '-w', '@portal/resilience', '--', ...args], {
  cwd: root,
});
process.exit(code);

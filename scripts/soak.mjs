#!/usr/bin/env node
// `npm run soak`: builds what is deployed, and asks two replicas of it for an hour.
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { build } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
await build(root, ['@portal/auth-api', '@portal/local']);
const { code } = await run(
  'npm',
  ['run', '--silent', 'soak', '-w', '@portal/auth-api', '--', ...process.argv.slice(2)],
  {
    cwd: root,
  },
);
process.exit(code);

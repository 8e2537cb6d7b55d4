#!/usr/bin/env node
// `npm run keys -- list | rotate [--purpose <purpose>] | retire <key id>`: manages the signing keys of the local stack.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { build } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
await build(root, ['@portal/auth-api']);
const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.local');
const { code } = await run(process.execPath, ['apps/auth-api/dist/keys.js', ...process.argv.slice(2)], {
  cwd: root,
  env: { SIGNING_KEYS_DIR: process.env['SIGNING_KEYS_DIR'] || path.join(dataDir, 'keys') },
});
process.exit(code);

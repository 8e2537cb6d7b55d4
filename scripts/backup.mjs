#!/usr/bin/env node
// `npm run backup -- create <folder> | check <backup> | restore <backup> | hashes`: backs up the database in
// MIGRATION_DATABASE_URL or DATABASE_URL, as its owner. Container images run the built program directly.
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
// npm sets INIT_CWD to the folder of the caller, to which relative paths refer.
const { code } = await run(
  process.execPath,
  [path.join(root, 'apps/auth-api/dist/backup.js'), ...process.argv.slice(2)],
  {
    cwd: process.env['INIT_CWD'] || process.cwd(),
  },
);
process.exit(code);

#!/usr/bin/env node
// `npm run backup -- make <folder> | check <backup> | restore <backup> | hashes`: of the database that
// MIGRATION_DATABASE_URL or DATABASE_URL names, by its owner. Images run the built program by themselves.
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
// Folders that were named are where they were named from, which npm tells.
const { code } = await run(
  process.execPath,
  [path.join(root, 'apps/auth-api/dist/backup.js'), ...process.argv.slice(2)],
  {
    cwd: process.env['INIT_CWD'] || process.cwd(),
  },
);
process.exit(code);

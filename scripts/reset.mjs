#!/usr/bin/env node
// `npm run reset`: deletes the data in DATA_DIR (.local by default), unless a stack is using it.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { build } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await install(root);
await build(root, ['@portal/dev-stack']);
const { reset } = await import(pathToFileURL(path.join(root, 'apps/dev-stack/dist/reset.js')).href);
process.exit(await reset(root));

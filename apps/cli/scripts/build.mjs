#!/usr/bin/env node
// Bundles the client with its dependencies into dist/main.js, the one program of the package.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import bundle from '@portal/config/bundle';

await bundle(['src/main.ts']);

// commander is the one package in the bundle that is not ours.
const licence = new URL('LICENSE', import.meta.resolve('commander'));
copyFileSync(fileURLToPath(licence), 'dist/third-party-notices.txt');

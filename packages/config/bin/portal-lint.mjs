#!/usr/bin/env node
// Lints what is named of the package in the working directory, and which of its folders import which.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findCrossings } from '../find-crossings.mjs';

// Suites that run meanwhile go first: this can't be hurt by waiting.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const layers = path.resolve('layers.mjs');
const crossings = existsSync(layers) ? findCrossings('src', await import(pathToFileURL(layers).href)) : [];
for (const crossing of crossings) process.stderr.write(`${crossing}\n`);

const manifest = createRequire(import.meta.url).resolve('oxlint/package.json');
const rules = fileURLToPath(new URL('../../../.oxlintrc.json', import.meta.url));
const command = [path.join(path.dirname(manifest), 'bin', 'oxlint'), '-c', rules, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
process.exit(status === 0 && crossings.length === 0 ? 0 : 1);

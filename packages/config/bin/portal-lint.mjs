#!/usr/bin/env node
// Runs oxlint on the given folders of the package in the working directory.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Lower the priority, because test suites that run at the same time are sensitive to delays.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const manifest = createRequire(import.meta.url).resolve('oxlint/package.json');
const rules = fileURLToPath(new URL('../../../.oxlintrc.json', import.meta.url));
const command = [path.join(path.dirname(manifest), 'bin', 'oxlint'), '-c', rules, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
process.exit(status ?? 1);

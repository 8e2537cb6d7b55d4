#!/usr/bin/env node
// Lints what is named of the package in the working directory: by ESLint, and by oxlint for the rules that need types.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Suites that run meanwhile go first: this can't be hurt by waiting.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const { resolve } = createRequire(path.resolve('package.json'));
const program = (name) => path.join(path.dirname(resolve(`${name}/package.json`)), 'bin', name);
const rules = fileURLToPath(new URL('../../../.oxlintrc.json', import.meta.url));
const places = process.argv.slice(2);

const lint = (...command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0;
const results = [lint(`${program('eslint')}.js`, ...places), lint(program('oxlint'), '-c', rules, ...places)];
process.exit(results.every(Boolean) ? 0 : 1);

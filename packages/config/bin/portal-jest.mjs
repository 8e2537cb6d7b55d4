#!/usr/bin/env node
// Runs Jest with ES modules for the package in the working directory, and writes the report to .reports/jest.json.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const isWatching = process.argv.includes('--watch');
mkdirSync('.reports', { recursive: true });

const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    // Tests create many short-lived objects. With more space for new objects, the garbage collector runs less often.
    '--max-semi-space-size=64',
    jest,
    ...(isWatching ? [] : ['--json', '--outputFile=.reports/jest.json']),
    ...process.argv.slice(2),
  ],
  { stdio: ['inherit', isWatching ? 'inherit' : 'ignore', 'inherit'] },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

#!/usr/bin/env node
// Runs Jest for the package in the working directory, as ES modules, and leaves its counts in .reports/jest.json.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const watching = process.argv.includes('--watch');
mkdirSync('.reports', { recursive: true });

const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    // In MB, for what lives shortly: pages and answers of tests are gone before it is full, and are never moved.
    '--max-semi-space-size=64',
    // Node 20 compiles again what ran for a moment, and most of a suite runs no longer.
    ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
    jest,
    ...(watching ? [] : ['--json', '--outputFile=.reports/jest.json']),
    ...process.argv.slice(2),
  ],
  { stdio: ['inherit', watching ? 'inherit' : 'ignore', 'inherit'] },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

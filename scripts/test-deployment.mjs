#!/usr/bin/env node
// `npm run test:deployment`: renders the Kubernetes example with kubectl, and has systemd check the units. Not part of `npm test`,
// because a machine without these programs runs that, too.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const cwd = fileURLToPath(new URL('../deploy', import.meta.url));
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { code } = await run(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--testMatch',
    '<rootDir>/test/*.deployment.ts',
  ],
  { cwd },
);
process.exit(code);

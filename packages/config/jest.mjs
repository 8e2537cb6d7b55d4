import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const common = {
  // Several packages run their suites at once: each takes half of the machine and has patience.
  maxWorkers: '50%',
  testSequencer: here('longest-first.mjs'),
  testTimeout: 120_000,
  testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [fileURLToPath(import.meta.resolve('@swc/jest')), swcOptions],
  },
};

/** Jest for what runs in Node: the files that a worker runs share what they import. */
export function forNode(overrides = {}) {
  return {
    ...common,
    testEnvironment: here('node-tests/environment.mjs'),
    testRunner: here('node-tests/test-runner.mjs'),
    // With a limit it never runs them in its own process, whose global scope is not theirs.
    workerIdleMemoryLimit: '1GB',
    ...overrides,
  };
}

/** Jest for what runs in a browser: each file in a scope of its own, as ES modules, for which `portal-jest` gives the flag. */
export function forBrowsers(overrides = {}) {
  return { ...common, testEnvironment: 'jsdom', ...overrides };
}

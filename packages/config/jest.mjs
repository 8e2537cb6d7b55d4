import { fileURLToPath } from 'node:url';

const resolve = (name) => fileURLToPath(import.meta.resolve(name));

const common = {
  // Several packages run their suites at the same time, so use half of the cores and a long timeout.
  maxWorkers: '50%',
  testSequencer: resolve('./longest-first.mjs'),
  testTimeout: 120_000,
  testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

/** The Jest configuration of code that runs in Node. */
export function forNode(overrides = {}) {
  return {
    ...common,
    testEnvironment: 'node',
    // Node frees the modules of finished test files late, so restart workers that use more memory.
    workerIdleMemoryLimit: '512MB',
    ...overrides,
  };
}

/** The Jest configuration of code that runs in browsers. */
export function forBrowsers(overrides = {}) {
  return { ...common, testEnvironment: 'jsdom', ...overrides };
}

import { fileURLToPath } from 'node:url';

const fileOf = (name) => fileURLToPath(import.meta.resolve(name));

const common = {
  // Several packages run their suites at once: each takes half of the machine and has patience.
  maxWorkers: '50%',
  testSequencer: fileOf('./longest-first.mjs'),
  testTimeout: 120_000,
  testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      fileOf('@swc/jest'),
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

/** Jest for code that runs in Node. */
export function forNode(overrides = {}) {
  return {
    ...common,
    testEnvironment: 'node',
    // Node frees the modules of finished test files late.
    workerIdleMemoryLimit: '512MB',
    ...overrides,
  };
}

/** Jest for code that runs in a browser. */
export function forBrowsers(overrides = {}) {
  return { ...common, testEnvironment: 'jsdom', ...overrides };
}

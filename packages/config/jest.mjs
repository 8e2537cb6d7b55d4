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

/** Jest for what runs in Node: the files that a worker runs share what they import, so modules can't be mocked. */
export function forNode(overrides = {}) {
  return {
    ...common,
    testEnvironment: fileOf('./node-tests/environment.mjs'),
    testRunner: fileOf('./node-tests/test-runner.mjs'),
    // With a limit it does not of its own accord run them in its own process, whose global scope is not theirs.
    workerIdleMemoryLimit: '1GB',
    // Node's own streams wait for it, too.
    fakeTimers: { doNotFake: ['nextTick'] },
    ...overrides,
  };
}

/** Jest for what runs in a browser: each file in a scope of its own, as ES modules, for which `portal-jest` gives the flag. */
export function forBrowsers(overrides = {}) {
  return { ...common, testEnvironment: 'jsdom', ...overrides };
}

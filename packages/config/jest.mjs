import { fileURLToPath } from 'node:url';

/** Jest for ES modules compiled by swc. `portal-jest` runs it with the flag that Node wants for them. */
export default function config(overrides = {}) {
  return {
    testEnvironment: 'node',
    // Several packages run their suites at once: each takes half of the machine and has patience.
    maxWorkers: '50%',
    testSequencer: fileURLToPath(new URL('longest-first.mjs', import.meta.url)),
    testTimeout: 120_000,
    testMatch: ['<rootDir>/{src,test}/**/*.test.{ts,tsx}'],
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: {
      '^.+\\.tsx?$': [
        '@swc/jest',
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
    ...overrides,
  };
}

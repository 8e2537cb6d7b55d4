import { availableParallelism } from 'node:os';
import { forBrowsers } from '@portal/config/jest';

const base = forBrowsers({
  // The longest of the suites that run side by side; it waits for much of its time.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testEnvironment: '<rootDir>/test/support/browser-environment.mjs',
  // MSW has builds for browsers that need modules of their own; under jsdom it is still Node that runs it.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
  setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
  moduleNameMapper: { '\\.css$': '<rootDir>/test/support/no-css.mjs', '^(.+\\.svg)\\?raw$': '$1' },
});

// The logos of `packages/ui`, which are the texts of SVG files.
export default {
  ...base,
  extensionsToTreatAsEsm: [...base.extensionsToTreatAsEsm, '.svg'],
  transform: { ...base.transform, '\\.svg$': '<rootDir>/../../packages/ui/test/svg-raw-transform.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!simple-icons/)'],
};

import { forBrowsers } from '@portal/config/jest';

const base = forBrowsers();

export default {
  ...base,
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  extensionsToTreatAsEsm: [...base.extensionsToTreatAsEsm, '.svg'],
  moduleNameMapper: { '^(.+\\.svg)\\?raw$': '$1' },
  transform: { ...base.transform, '\\.svg$': '<rootDir>/test/svg-raw-transform.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!simple-icons/)'],
};

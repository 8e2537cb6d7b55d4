import config from '@portal/config/jest';

const base = config();

export default {
  ...base,
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  extensionsToTreatAsEsm: [...base.extensionsToTreatAsEsm, '.svg'],
  moduleNameMapper: { '^(.+\\.svg)\\?raw$': '$1' },
  transform: { ...base.transform, '\\.svg$': '<rootDir>/test/svg-as-text.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!simple-icons/)'],
};

import config from '@portal/config/jest';

export default config({
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
});

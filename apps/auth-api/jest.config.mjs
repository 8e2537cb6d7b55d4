import config from '@portal/config/jest';

export default config({
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
});

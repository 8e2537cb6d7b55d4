import config from '@portal/config/jest';

export default config({
  // The longest of all suites: it goes on when the others are done, so it takes the whole machine.
  maxWorkers: '100%',
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
});

import { availableParallelism } from 'node:os';
import config from '@portal/config/jest';

export default config({
  // `npm test` runs it when the others are done, and it waits for much of its time: it takes more than the whole machine.
  maxWorkers: 2 * availableParallelism(),
  // Jest keeps much of what a suite has loaded: its workers grew to 3 GB, and the more they hold, the more work it is to
  // collect garbage. With 1 GB or 250 MB the whole suite took 8 % longer.
  workerIdleMemoryLimit: '400MB',
  // Many suites start processes of the API, which compile themselves.
  testTimeout: 120_000,
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
});

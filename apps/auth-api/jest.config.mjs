import { availableParallelism } from 'node:os';
import { forNode } from '@portal/config/jest';

export default forNode({
  // `npm test` runs it when the others are done, and it waits for much of its time: it takes more than the whole machine.
  maxWorkers: 2 * availableParallelism(),
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
});

import { availableParallelism } from 'node:os';
import { forNode } from '@portal/config/jest';

export default forNode({
  // `npm test` runs this suite after the others. Its tests mostly wait, so it uses more workers than there are cores.
  maxWorkers: 2 * availableParallelism(),
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
});

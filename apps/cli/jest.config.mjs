import { forNode } from '@portal/config/jest';

export default forNode({ globalSetup: './test/support/build.ts' });

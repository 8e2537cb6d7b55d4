import { forNode } from '@portal/config/jest';

// Whole stacks take their time where everything is tested at once.
export default forNode({ testTimeout: 150_000 });

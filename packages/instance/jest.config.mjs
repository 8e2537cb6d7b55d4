import { forNode } from '@portal/config/jest';

// The built package has the same name.
export default forNode({ modulePathIgnorePatterns: ['<rootDir>/dist/'] });

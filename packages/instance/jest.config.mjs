import { forNode } from '@portal/config/jest';

export default forNode();

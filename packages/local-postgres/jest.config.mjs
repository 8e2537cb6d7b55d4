import config from '@portal/config/jest';

// Each test starts a server or two.
export default config({ testTimeout: 30_000 });

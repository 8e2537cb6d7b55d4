import config from '@portal/config/jest';

// Whole stacks take their time where everything is tested at once.
export default config({ testTimeout: 150_000 });

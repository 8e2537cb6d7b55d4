import config from '@portal/config/eslint';

export default config();

import config from '@portal/config/jest';

export default config();

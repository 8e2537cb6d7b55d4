import config from '@portal/config/eslint';
import react from '@portal/config/eslint-react';

export default config(...react);

import config from '@portal/config/eslint';
import react from '@portal/config/eslint-react';

/** Each folder and what it must not import: `contract < analytics, settings, navigation, http < api, forms, requests < payments < features < app`. */
const above = {
  analytics: ['settings', 'navigation', 'http', 'api', 'forms', 'requests', 'payments', 'features', 'app'],
  settings: ['analytics', 'navigation', 'http', 'api', 'forms', 'requests', 'payments', 'features', 'app'],
  navigation: ['analytics', 'settings', 'http', 'api', 'forms', 'requests', 'payments', 'features', 'app'],
  http: ['settings', 'navigation', 'api', 'forms', 'requests', 'payments', 'features', 'app'],
  api: ['forms', 'requests', 'payments', 'features', 'app'],
  forms: ['api', 'requests', 'payments', 'features', 'app'],
  requests: ['api', 'forms', 'payments', 'features', 'app'],
  payments: ['forms', 'features', 'app'],
  features: ['app'],
};

/** The router's own links are heavier than ours. */
const links = {
  name: 'react-router',
  importNames: ['Link', 'NavLink'],
  message: 'Take those of src/navigation/link.tsx.',
};

/** One form is as the other. */
const forms = {
  name: 'react-hook-form',
  importNames: ['useForm'],
  message: 'Take useCheckedForm or useSavedForm of src/forms.',
};

const layers = Object.entries(above).map(([folder, forbidden]) => ({
  files: [`src/${folder}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: folder === 'forms' ? [links] : [links, forms],
        patterns: [
          { regex: `^(?:\\.\\./)+(?:${forbidden.join('|')})/`, message: `${folder} lies below what this imports.` },
          ...(folder === 'features'
            ? [
                {
                  regex: '^\\.\\./[^.]',
                  message: 'Features do not import each other: move what they share below them.',
                },
              ]
            : []),
        ],
      },
    ],
  },
}));

const app = { files: ['src/app/**'], rules: { 'no-restricted-imports': ['error', { paths: [links] }] } };

export default config(...react, ...layers, app);

import config from '@portal/config/eslint';
import react from '@portal/config/eslint-react';

/** Each folder and what it must not import: `contract < settings, navigation, http < api, forms, requests < features < app`. */
const above = {
  settings: ['navigation', 'http', 'api', 'forms', 'requests', 'features', 'app'],
  navigation: ['settings', 'http', 'api', 'forms', 'requests', 'features', 'app'],
  http: ['settings', 'navigation', 'api', 'forms', 'requests', 'features', 'app'],
  api: ['forms', 'requests', 'features', 'app'],
  forms: ['api', 'requests', 'features', 'app'],
  requests: ['api', 'forms', 'features', 'app'],
  features: ['app'],
};

const layers = Object.entries(above).map(([folder, forbidden]) => ({
  files: [`src/${folder}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
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

export default config(...react, ...layers);

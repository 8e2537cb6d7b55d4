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

/** What files of a layer must not import; `others` are those beside their feature. */
const layer = (folder, files, others = []) => ({
  files: [files],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: folder === 'forms' ? [links] : [links, forms],
        patterns: [
          { regex: `^(?:\\.\\./)+(?:${above[folder].join('|')})/`, message: `${folder} lies below what this imports.` },
          ...others,
        ],
      },
    ],
  },
});

/** Up so many folders, and down into another feature. */
const anotherFeature = (up) => [
  { regex: `^(?:\\.\\./){${up}}[^.]`, message: 'Features do not import each other: move what they share below them.' },
];

const layers = [
  ...Object.keys(above).map((folder) => layer(folder, `src/${folder}/**`)),
  layer('features', 'src/features/*/*', anotherFeature(1)),
  // A folder for each section of a large feature.
  layer('features', 'src/features/*/*/*', anotherFeature(2)),
];

const app = { files: ['src/app/**'], rules: { 'no-restricted-imports': ['error', { paths: [links] }] } };

export default config(...react, ...layers, app);

import config from '@portal/config/eslint';

/**
 * What each folder may import beside its own files and those of `src` itself. Below are those that know nothing of requests
 * (`settings` to `providers`), then `http`, then the features. A feature takes from another only what this names.
 */
const inAnyFeature = ['audit', 'database', 'http', 'jobs/add-job.ts', 'keys', 'providers', 'settings', 'tracing'];
const mayImport = {
  settings: [],
  keys: ['settings'],
  metrics: [],
  tracing: [],
  database: ['tracing'],
  backup: ['database'],
  // A provider that is away is a failure that the caller is told about.
  providers: ['settings', 'tracing', 'http/problem.ts'],
  http: ['database', 'keys', 'settings', 'tracing', 'audit/act-notebook.ts', 'audit/record-acts.ts'],
  // Everybody writes the log of acts; it takes from nobody.
  audit: ['http'],
  'auth-tokens': [...inAnyFeature, 'members'],
  billing: [...inAnyFeature, 'users'],
  'feature-flags': inAnyFeature,
  instances: [...inAnyFeature, 'members'],
  legal: [...inAnyFeature, 'billing', 'users'],
  members: [...inAnyFeature, 'auth-tokens', 'users'],
  operation: inAnyFeature,
  session: [...inAnyFeature, 'billing', 'users', 'workspaces'],
  staff: [...inAnyFeature, 'billing', 'users', 'workspaces'],
  users: [...inAnyFeature, 'auth-tokens', 'billing'],
  workspaces: [...inAnyFeature, 'auth-tokens', 'members'],
  jobs: [
    'billing',
    'database',
    'http/escape-html.ts',
    'http/session-limits.ts',
    'providers',
    'settings',
    'tracing',
    'users',
  ],
  reference: ['http', 'settings'],
};

/** Who asks and whether they may is judged by what sessions, tokens and people are. */
const judges = ['src/http/access.ts', 'src/http/actor.sql.ts', 'src/http/authenticate.ts'];
const judged = [
  'auth-tokens/last-use.ts',
  'session/session-cookie.ts',
  'session/sessions.ts',
  'users/lock-outs.ts',
  'users/lock-outs.sql.ts',
];

const within = (files, allowed, message) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: `^(?:\\.\\./)+(?!(?:generated|${allowed.join('|')})(?:/|$))[\\w-]+/`, message },
          {
            regex: '^\\.\\./.*\\.handlers\\.ts$',
            message: 'Nothing but the app itself takes the handlers of a feature.',
          },
        ],
      },
    ],
  },
});

const layers = Object.entries(mayImport).map(([folder, allowed]) =>
  within([`src/${folder}/**`], allowed, `${folder} takes nothing from there: see mayImport in eslint.config.mjs.`),
);

export default config(
  ...layers,
  within(judges, [...mayImport.http, ...judged], 'Nothing else of the features is asked about who may.'),
);

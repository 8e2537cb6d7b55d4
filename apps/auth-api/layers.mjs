const inAnyFeature = ['audit', 'database', 'http', 'jobs/add-job.ts', 'keys', 'providers', 'settings', 'tracing'];

const http = ['database', 'keys', 'settings', 'tracing', 'audit/act-notebook.ts', 'audit/record-acts.ts'];

/** Who asks and whether they may is judged by what sessions, tokens and people are. */
const judges = [
  ...http,
  'auth-tokens/last-use.ts',
  'session/session-cookie.ts',
  'session/sessions.ts',
  'users/lock-outs.ts',
  'users/lock-outs.sql.ts',
];

/**
 * What each folder may import beside its own files and those of `src` itself. Below are those that know nothing of requests
 * (`settings` to `providers`), then `http`, then the features. A feature takes from another only what this names.
 */
export const mayImport = {
  settings: [],
  keys: ['settings'],
  metrics: ['database/clock.ts', 'server/listen.ts'],
  tracing: [],
  database: ['tracing'],
  backup: ['database'],
  // A provider that is away is a failure that the caller is told about.
  providers: ['settings', 'tracing', 'http/problem.ts'],
  http,
  server: ['http'],
  'http/access.ts': judges,
  'http/actor.sql.ts': judges,
  'http/authenticate.ts': judges,
  // Everybody writes the log of acts; it takes from nobody.
  audit: ['http'],
  'auth-tokens': [...inAnyFeature, 'members'],
  billing: [...inAnyFeature, 'users'],
  'feature-flags': inAnyFeature,
  instances: [...inAnyFeature, 'members'],
  legal: [...inAnyFeature, 'billing', 'users'],
  'invitation-emails': inAnyFeature,
  members: [...inAnyFeature, 'auth-tokens', 'invitation-emails', 'users'],
  operation: inAnyFeature,
  session: [...inAnyFeature, 'billing', 'users', 'workspaces'],
  staff: [...inAnyFeature, 'billing', 'users', 'workspaces'],
  support: [...inAnyFeature, 'billing', 'staff', 'users'],
  users: [...inAnyFeature, 'auth-tokens', 'billing'],
  workspaces: [...inAnyFeature, 'auth-tokens', 'members'],
  jobs: [
    'billing',
    'database',
    'http/session-limits.ts',
    'invitation-emails/sent-emails.ts',
    'invitation-emails/suppression.ts',
    'providers',
    'settings',
    'tracing',
    'users',
  ],
  reference: ['database/supported-version.ts', 'http', 'settings'],
};

/** Nothing but the app itself takes the handlers of a feature. */
export const never = /\.handlers\.ts$/;

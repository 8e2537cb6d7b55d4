// Which modules may import which. dependency-cruiser 18 needs Node 22, so this is the newest version for Node 20.
// docs/decisions/0031-dependency-cruiser.md says why the check exists.

/**
 * For each folder of apps/auth-api/src, what its modules import from other folders. The order is from the bottom up:
 * modules that know no request, then `http`, then the features. A feature uses only what this table names of another.
 */
const inAnyFeature = ['audit', 'database', 'http', 'jobs/add-job.ts', 'keys', 'providers', 'settings', 'tracing'];
const inHttp = ['database', 'keys', 'settings', 'tracing', 'audit/act-notebook.ts', 'audit/record-acts.ts'];
/** Authentication and access depend on sessions, tokens and account locks. */
const inAuthentication = [
  ...inHttp,
  'auth-tokens/last-use.ts',
  'session/session-cookie.ts',
  'session/sessions.ts',
  'users/lock-outs.ts',
  'users/lock-outs.sql.ts',
];

const authApi = {
  settings: [],
  keys: ['settings'],
  tracing: [],
  database: ['tracing'],
  backup: ['database'],
  metrics: ['database/clock.ts', 'server/listen.ts'],
  // A provider that is unreachable becomes an error that the client gets.
  providers: ['settings', 'tracing', 'http/problem.ts'],
  http: inHttp,
  'http/access.ts': inAuthentication,
  'http/actor.sql.ts': inAuthentication,
  'http/authenticate.ts': inAuthentication,
  server: ['http'],
  audit: ['http'],
  'auth-tokens': [...inAnyFeature, 'members'],
  billing: [...inAnyFeature, 'users'],
  'feature-flags': inAnyFeature,
  instances: [...inAnyFeature, 'members'],
  'invitation-emails': inAnyFeature,
  legal: [...inAnyFeature, 'billing', 'users'],
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

/** The state of the session depends on nothing but the API's responses, so modules below `session` may read it. */
const sessionState = 'session/session-state.ts';

/** The same for apps/portal/src. */
const portal = {
  lib: [],
  analytics: ['lib'],
  api: ['analytics', 'lib'],
  [sessionState]: ['analytics', 'lib', 'api'],
  components: ['analytics', 'lib', 'api', sessionState],
  session: ['analytics', 'lib', 'api', 'components'],
  features: ['analytics', 'lib', 'api', 'components', 'session'],
  app: ['analytics', 'lib', 'api', 'components', 'session', 'features'],
};

/** The rules of one table. A key is a folder, or a file with a rule of its own. */
function folderRules(app, mayImport) {
  const src = `^apps/${app}/src`;
  const at = (place) => `${src}/${place.replaceAll('.', '\\.')}(/|$)`;
  const places = Object.keys(mayImport);
  return [
    ...Object.entries(mayImport).map(([place, others]) => ({
      name: `${app}/${place}`,
      comment: `The table in .dependency-cruiser.mjs says what ${place} may import.`,
      severity: 'error',
      from: { path: at(place), pathNot: places.filter((other) => other.startsWith(`${place}/`)).map(at) },
      to: { path: `${src}/[^/]+/`, pathNot: [place.split('/')[0], 'generated', ...others].map(at) },
    })),
    {
      name: `${app}/folder-without-a-rule`,
      comment: 'The table in .dependency-cruiser.mjs does not name this folder.',
      severity: 'error',
      from: { path: `${src}/[^/]+/`, pathNot: [...places, 'generated'].map(at) },
      to: {},
    },
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Move what both modules need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'The other rules pass over an import that cannot be resolved.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/' },
      to: { path: '^(apps|packages)/[^/]+/(test|bench|scripts)/' },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'They talk over the network. Tests may start another app.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'ui-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^packages/ui/(src|gallery)/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/ui/' },
    },
    {
      name: 'contract-depends-on-no-workspace',
      severity: 'error',
      from: { path: '^packages/contract/src/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/contract/' },
    },
    {
      name: 'only-the-app-imports-handlers',
      comment: 'A feature does not call the handlers of another one.',
      severity: 'error',
      from: { path: '^apps/auth-api/src/([^/]+)/' },
      to: { path: '^apps/auth-api/src/.*\\.handlers\\.ts$', pathNot: '^apps/auth-api/src/$1/' },
    },
    {
      name: 'portal-features-are-independent',
      comment: 'Move what two features need into a folder below them.',
      severity: 'error',
      from: { path: '^apps/portal/src/features/([^/]+)/' },
      to: { path: '^apps/portal/src/features/', pathNot: '^apps/portal/src/features/$1/' },
    },
    ...folderRules('auth-api', authApi),
    ...folderRules('portal', portal),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/generated/'] },
    exclude: { path: ['(^|/)(dist|\\.reports)/'] },
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};

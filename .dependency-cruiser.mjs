// Which modules may import which. dependency-cruiser 18 needs Node 22, so this is the newest version for Node 20.
// docs/decisions/0031-dependency-cruiser.md says why the check exists.

/**
 * The floors of the API, from the bottom up. A folder imports only from its own floor and the floors below it. The features stand
 * in the order in which they may use each other. main.ts, app.ts and services.ts connect everything.
 */
const authApiFloors = [
  'platform/errors',
  'platform/lib',
  'platform/config',
  'platform/db',
  'platform/server',
  'platform/observability',
  'platform/queue',
  'integrations',
  'request/account',
  'request/audit',
  'request/auth',
  'request/rate-limit',
  'request/call',
  'request/middleware',
  'request/stages',
  'request/responses',
  'request',
  'features/feature-flags',
  'features/audit-log',
  'features/emails',
  'features/billing',
  'features/credentials',
  'features/workspaces',
  'features/webhooks',
  'features/accounts',
  'features/instances',
  'features/login',
  'features/openapi',
  'features/health',
  'features/admin',
  'jobs',
  'cli',
];

/** The floors of the portal. The state of the session depends only on the API's responses, so modules below `session` may read it. */
const portalFloors = [
  'lib',
  'analytics',
  'api',
  'session/session-state.ts',
  'components',
  'session',
  // What users do with their account, on the profile page and on the notice of a suspended user.
  'account',
  'features',
  'app',
];

/** No import of a floor above. */
function floorRules(app, floors) {
  const src = `^apps/${app}/src`;
  const at = (place) => `${src}/${place.replaceAll('.', '\\.')}(/|$)`;
  const inside = (place) => floors.filter((other) => other.startsWith(`${place}/`)).map(at);
  return [
    ...floors.slice(0, -1).map((place, index) => ({
      name: `${app}/${place}`,
      comment: `.dependency-cruiser.mjs lists the floors. ${place} may only import the ones before it.`,
      severity: 'error',
      from: { path: at(place), pathNot: inside(place) },
      to: { path: floors.slice(index + 1).map(at), pathNot: floors.slice(0, index + 1).map(at) },
    })),
    {
      name: `${app}/folder-without-a-floor`,
      comment: 'The list in .dependency-cruiser.mjs does not name this folder.',
      severity: 'error',
      from: { path: `${src}/[^/]+/`, pathNot: [...floors, 'generated'].map(at) },
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
      name: 'no-folder-cycles',
      comment: 'Move what both folders need into a third one.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/(auth-api|portal)/src' },
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
      name: 'modules-load-before-listening',
      comment:
        'A module that a request loads would use up the deadline of that request. Tracing and the docs are no part of one.',
      severity: 'error',
      from: {
        path: '^apps/auth-api/src/',
        pathNot:
          '^apps/auth-api/src/(platform/observability/start-tracing|integrations/posthog/posthog-client|features/openapi/reference/docs-page)[.]ts$',
      },
      to: { dynamic: true },
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
      name: 'nothing-imports-the-rigs',
      comment: 'apps/resilience measures and breaks the others. What others need, too, belongs to them.',
      severity: 'error',
      from: { path: '^(apps|packages|scripts)/', pathNot: '^apps/resilience/' },
      to: { path: '^apps/resilience/' },
    },
    {
      name: 'ui-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^packages/ui/(src|gallery)/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/ui/' },
    },
    {
      name: 'only-extra-uses-extra',
      comment: 'Move a component out of `extra` when a page or another component needs it.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: '^packages/ui/src/extra/' },
      to: {
        path: [
          '^packages/ui/src/extra/',
          'node_modules/(highlight[.]js|react-markdown|rehype-highlight|unist-util-visit)/',
        ],
      },
    },
    {
      name: 'the-cli-uses-rules-of-the-contract-only',
      comment: 'Its one file stays small, and it starts fast: no schemas.',
      severity: 'error',
      from: { path: '^apps/cli/src/' },
      to: { path: '^packages/contract/', pathNot: '[.]rules[.]ts$' },
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
      from: { path: '^apps/auth-api/src/(.+)/' },
      to: { path: '^apps/auth-api/src/.*\\.handlers\\.ts$', pathNot: '^apps/auth-api/src/$1/' },
    },
    {
      name: 'portal-features-are-independent',
      comment: 'Move what two features need into a folder below them.',
      severity: 'error',
      from: { path: '^apps/portal/src/features/([^/]+)/' },
      to: { path: '^apps/portal/src/features/', pathNot: '^apps/portal/src/features/$1/' },
    },
    ...floorRules('auth-api', authApiFloors),
    ...floorRules('portal', portalFloors),
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

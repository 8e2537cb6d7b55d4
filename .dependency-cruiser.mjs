// Which modules may import which. dependency-cruiser 18 needs Node 22, so this is the newest version for Node 20.
// docs/decisions/0031-dependency-cruiser.md says why the check exists.

/**
 * For each folder of apps/auth-api/src, what its modules import from other folders. The order is from the bottom up: modules that
 * know nothing of requests, then those that process a request, then the features. A feature uses only what this table names
 * of another.
 */
const foundations = ['config', 'db', 'errors', 'lib', 'observability'];
const auditWriting = ['audit/audit-recorder.ts', 'audit/write-entries.ts'];
const inAnyFeature = [
  ...foundations,
  'account-emails/enqueue-account-email.ts',
  'audit',
  'auth/actor.ts',
  'auth/authorize.ts',
  'auth/require-recent-login.ts',
  'auth/secrets.ts',
  'auth/session/describe-client.ts',
  'auth/session/end-sessions.ts',
  'auth/session/session-expiry.ts',
  'auth/staff-identity.ts',
  'integrations',
  'jobs/queue.ts',
  'pagination',
  'pipeline',
];
const accountLockState = ['account-locks/account-lock.ts', 'account-locks/account-locks.queries.ts'];

const authApi = {
  errors: ['db/database-errors.ts'],
  lib: ['errors'],
  config: ['errors', 'lib'],
  db: ['errors', 'lib'],
  // No token or session may outlive a lock, so locking a membership checks the account.
  'db/row-locks.ts': accountLockState,
  server: ['errors', 'lib'],
  observability: ['db/clock.ts', 'errors', 'lib', 'server/listen.ts'],
  backup: ['db', 'errors'],
  integrations: ['config', 'errors', 'lib', 'observability'],
  middleware: [...foundations, 'auth/actor.ts', 'pipeline/html-page.ts', 'pipeline/validate.ts'],
  pagination: [...foundations, 'pipeline/types.ts'],
  'rate-limit': [
    ...foundations,
    'auth/actor.ts',
    'auth/secrets.ts',
    'middleware',
    'pipeline/possible-errors.ts',
    'pipeline/types.ts',
  ],
  idempotency: [...foundations, ...auditWriting, 'auth/actor.ts', 'pipeline'],
  // Authentication and access depend on sessions, tokens, account locks and accepted terms.
  auth: [...foundations, ...accountLockState, 'auth-tokens/record-token-use.ts', 'legal/legal-documents.ts'],
  pipeline: [
    ...foundations,
    ...auditWriting,
    'auth/actor.ts',
    'auth/authenticate.ts',
    'auth/authorize.ts',
    'auth/require-recent-login.ts',
    'idempotency',
    'middleware',
    'pagination',
    'rate-limit',
  ],
  openapi: [...foundations, 'middleware/request-context.ts', 'pipeline/palette.ts', 'pipeline/possible-errors.ts'],
  audit: [...foundations, 'auth/actor.ts', 'pipeline'],
  access: [...inAnyFeature, 'invitations/invitations.queries.ts'],
  account: [
    ...inAnyFeature,
    'account-deletion',
    'account-locks/account-lock.ts',
    'emails/format-date-time.ts',
    'invitation-emails/suppression.ts',
    'invitations/invitations.queries.ts',
    'invitations/mailbox-proof.ts',
    'invitations/settle-invitations.ts',
  ],
  'account-deletion': [
    ...inAnyFeature,
    'account-locks',
    'auth-tokens/revoke-tokens.ts',
    'billing',
    'invitations/settle-invitations.ts',
    'ownership/offers.ts',
  ],
  'account-locks': [
    ...inAnyFeature,
    'account-deletion/deletions.ts',
    'auth-tokens',
    'ownership/offers.ts',
    'users/can-receive-email.ts',
  ],
  admin: [
    ...inAnyFeature,
    'account-deletion/deletions.ts',
    'account-locks',
    'auth-tokens/revoke-tokens.ts',
    'auth-tokens/token-review.ts',
    'billing',
    'invitation-emails/email-limits.ts',
    'legal/legal-documents.ts',
    'ownership/get-reassignment.ts',
    'ownership/offers.ts',
    'ownership/reassignments.ts',
    'user-sessions',
    'users',
    'workspaces',
  ],
  // The end of a session reaches the instances. A login from an invitation has the invited email.
  'auth/session': [
    ...inAnyFeature,
    'account-deletion/deletions.ts',
    'account-locks',
    'auth-tokens/token-review.ts',
    'billing',
    'instances/enqueue-logout-tokens.ts',
    'invitations/invitations.queries.ts',
    'invitations/mailbox-proof.ts',
    'users',
    'workspaces',
  ],
  'auth-tokens': [...inAnyFeature, 'instances/enqueue-logout-tokens.ts', 'workspaces/record-workspace-activity.ts'],
  billing: [...inAnyFeature, 'account-deletion/deletions.ts', 'account-locks', 'legal/legal-documents.ts'],
  'feature-flags': inAnyFeature,
  health: [...inAnyFeature, 'openapi'],
  instances: [...inAnyFeature, 'middleware/load-shedding.ts', 'workspaces/record-workspace-activity.ts'],
  invitations: [
    ...inAnyFeature,
    ...accountLockState,
    'account-deletion/deletions.ts',
    'invitation-emails/email-limits.ts',
    'invitation-emails/requested-emails.ts',
    'users/placeholder-links.ts',
    'users/placeholders.ts',
  ],
  'invitation-emails': inAnyFeature,
  legal: [...inAnyFeature, 'billing', 'users'],
  members: [...inAnyFeature, 'auth-tokens', 'invitations', 'ownership/offers.ts'],
  ownership: [
    ...inAnyFeature,
    'account-deletion/deletions.ts',
    'account-locks/account-lock.ts',
    'admin/staff-members.ts',
    'account-emails/enqueue-account-email.ts',
    'emails/format-date-time.ts',
    'users/can-receive-email.ts',
  ],
  'user-sessions': [...inAnyFeature, 'auth-tokens/revoke-tokens.ts', 'auth-tokens/token-review.ts'],
  users: [...inAnyFeature, 'account-locks', 'billing', 'legal/legal-documents.ts'],
  workspaces: [...inAnyFeature, 'auth-tokens', 'ownership/offers.ts', 'users/production-workspaces.ts'],
  'account-emails': [
    ...inAnyFeature,
    'account-deletion/deletions.ts',
    'account-locks/account-lock.ts',
    'billing/billing-overview.presenters.ts',
    'emails',
    'users/other-logins.ts',
  ],
  emails: ['account-locks/account-lock.ts', 'config', 'integrations', 'lib'],
  jobs: [
    ...foundations,
    'account-deletion',
    'account-emails',
    'account-locks',
    'audit/job-actor.ts',
    'audit/write-entries.ts',
    'auth/secrets.ts',
    'auth/session/end-sessions.ts',
    'auth/session/login-attempts.ts',
    'auth/session/session-expiry.ts',
    'auth/staff-identity.ts',
    'billing',
    'emails',
    'instances/enqueue-logout-tokens.ts',
    'integrations/instances',
    'invitation-emails',
    'invitations',
    'ownership',
    'users/can-receive-email.ts',
    'users/placeholder-links.ts',
  ],
  cli: [
    'auth/mailbox-secret.ts',
    'auth/signing-keys.ts',
    'backup',
    'billing',
    'config',
    'db',
    'errors',
    'jobs/request-flag.ts',
    'lib',
    'observability',
  ],
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
  // What users do with their account, on the profile page and on the notice of a suspended user.
  account: ['analytics', 'lib', 'api', 'components', 'session'],
  features: ['analytics', 'lib', 'api', 'components', 'session', 'account'],
  app: ['analytics', 'lib', 'api', 'components', 'session', 'account', 'features'],
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
      name: 'modules-load-before-listening',
      comment:
        'A module that a request loads would use up the deadline of that request. Tracing and the docs are no part of one.',
      severity: 'error',
      from: {
        path: '^apps/auth-api/src/',
        pathNot:
          '^apps/auth-api/src/(observability/start-tracing|integrations/posthog/posthog-client|openapi/reference/docs-page)[.]ts$',
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
